import { Button } from 'antd';
import { useLanguage, useT } from '#web/i18n.ts';
import { Status } from '#web/ui/Status.tsx';
import { showTime } from '#web/ui/show-time.ts';
import type { ColumnSpec } from '#web/ui/useColumns.ts';
import { FactorName } from '#web/widgets/FactorName.tsx';
import styles from './control.module.css';
import type { KbRow } from './kb-row.ts';

/** Columns: K and B of a device, their age, and the platform's correction; `onPlace` opens the latter. */
export function useKbColumns(onPlace: (site_id: number) => void): ColumnSpec<KbRow>[] {
  const t = useT();
  const language = useLanguage();
  const figure = (value: number | null) => (value === null ? '–' : String(Number(value.toFixed(6))));
  return [
    'site_name',
    { key: 'component_name', show: (row) => <FactorName factor={row} /> },
    { key: 'k', show: ({ k }) => figure(k) },
    { key: 'b', show: ({ b, unit }) => (b === null ? '–' : `${figure(b)} ${unit}`) },
    {
      key: 'at',
      show: ({ at, source }) =>
        at && source ? (
          <>
            {showTime(at, language)} <span className={styles.soft}>{t(`kbValues.source_${source}`)}</span>
          </>
        ) : (
          <span className={styles.soft}>{t('commands.never_read')}</span>
        ),
    },
    {
      key: 'online',
      sortable: false,
      show: ({ online }) => (
        <Status tone={online ? 'good' : 'quiet'}>
          {t(online ? 'kbValues.online_true' : 'kbValues.online_false')}
        </Status>
      ),
    },
    {
      key: 'place',
      sortable: false,
      show: ({ place, place_since, site_id: of }) => (
        <Button type="link" size="small" className={styles.inCell} onClick={() => onPlace(of)}>
          {place_since && place === 'platform'
            ? t('corrections.in_platform', { since: showTime(place_since, language) })
            : t(`corrections.place_${place}`)}
        </Button>
      ),
    },
    { key: 'platform_k', sortable: false, show: ({ platform_k }) => figure(platform_k) },
    { key: 'platform_b', sortable: false, show: ({ platform_b }) => figure(platform_b) },
    { key: 'mn', sortable: false, rare: true },
  ];
}
