import { useT } from '#web/i18n.ts';
import type { Filter, FilterInputProps } from '#web/ui/FilterBar.tsx';
import styles from './filters.module.css';
import { RegionCascader } from './RegionCascader.tsx';
import { SitePicker } from './SitePicker.tsx';

/** Filter by one site. */
export const siteFilter: Filter = { key: 'site_id', Input: SiteFilter };

/** Filter by province, city or area code. */
export const regionFilter: Filter = { key: 'region', Input: RegionFilter };

function SiteFilter({ field, label, query, change }: FilterInputProps) {
  const site_id = query[field] as number | undefined;
  return (
    <SitePicker
      label={label}
      value={site_id === undefined ? [] : [site_id]}
      onChange={([chosen]) => change({ [field]: chosen })}
    />
  );
}

const regionLevels = ['province_code', 'city_code', 'area_code'] as const;

function RegionFilter({ label, query, change }: FilterInputProps) {
  const t = useT();
  return (
    <RegionCascader
      anyLevel
      className={styles.region}
      prefix={<span className={styles.label}>{label}</span>}
      aria-label={label}
      placeholder={t('common.all')}
      value={regionLevels.map((level) => query[level] as string | undefined).find(Boolean)}
      onChange={(code) => change(codesOf(code))}
    />
  );
}

function codesOf(code: string | null): Record<string, string | undefined> {
  const level = code?.endsWith('0000') ? 'province_code' : code?.endsWith('00') ? 'city_code' : 'area_code';
  const nothing = Object.fromEntries(regionLevels.map((one) => [one, undefined]));
  return { ...nothing, [level]: code ?? undefined };
}
