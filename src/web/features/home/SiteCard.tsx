import { Tag } from 'antd';
import type { LatestValue } from '#shared/contract/realtime.ts';
import { printedFormula } from '#shared/domain/formula.ts';
import { formatNumber } from '#shared/domain/numbers.ts';
import { countingFlags, counts } from '#shared/domain/validity.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';
import { Status } from '#web/ui/Status.tsx';
import type { ShortSite } from '#web/ui/site-tree.ts';
import styles from './site-list.module.css';

const valuesShown = 4;

interface SiteCardProps {
  site: ShortSite;
  online: boolean;
  values: readonly LatestValue[];
}

export function SiteCard({ site, online, values }: SiteCardProps) {
  const t = useT();
  const language = useLanguage();
  const counting = countingFlags(site.counting_flags);
  return (
    <>
      <span className={styles.name}>
        <strong>{site.site_name}</strong>
        {site.virtual_data && <Tag color="warning">{t('sitePage.virtual')}</Tag>}
        <small>
          <Status tone={online ? 'good' : 'quiet'}>{t(`sites.online_${online}`)}</Status>
        </small>
      </span>
      <span className={styles.values}>
        {values.slice(0, valuesShown).map((one) => (
          <span key={one.component_id}>
            <small>{printedFormula(one.formula) || localName(one, 'component_name', language)}</small>
            <span className={counts(one.flag, 'l', counting) ? undefined : styles.doubtful}>
              {formatNumber(one.value, one.decimals) || '–'}
              {one.flag !== '' && <sup>{one.flag}</sup>}
            </span>
          </span>
        ))}
      </span>
    </>
  );
}
