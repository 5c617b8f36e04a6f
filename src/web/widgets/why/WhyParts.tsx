import { Button, Table } from 'antd';
import { Link } from 'react-router';
import type { ReportSite, WhyCell } from '#shared/contract/reports/reports.ts';
import type { WhyPart } from '#shared/contract/reports/why.ts';
import { formatNumber } from '#shared/domain/numbers.ts';
import { type T, useT } from '#web/i18n.ts';
import { Status } from '#web/ui/Status.tsx';
import { useShowPeriod } from '#web/widgets/useShowPeriod.ts';
import styles from './why.module.css';
import { minutesOf } from './why-links.ts';
import { flagReason } from './why-words.ts';

interface WhyPartsProps {
  level: WhyCell['level'];
  parts: readonly WhyPart[];
  unit: string;
  decimals: number;
  site: Pick<ReportSite, 'site_id' | 'mn' | 'site_type'>;
  /** Source of the value. */
  origin: string;
  /** Opens the explanation of a part; absent if there is none. */
  onOpen?(ts: string): void;
}

/** Parts of a value, with links to the stored minutes of an hour. */
export function WhyParts({ level, parts, unit, decimals, site, origin, onOpen }: WhyPartsProps) {
  const t = useT();
  const showPeriod = useShowPeriod(level);
  if (parts.length === 0) {
    const ofOrigin = `why.no_${level}_${origin}`;
    return <p className={styles.empty}>{t.has(ofOrigin) ? t.tx(ofOrigin) : t(`why.no_${level}`)}</p>;
  }
  return (
    <Table<WhyPart>
      size="small"
      rowKey="ts"
      pagination={false}
      scroll={{ x: 'max-content' }}
      dataSource={parts as WhyPart[]}
      columns={[
        {
          key: 'ts',
          title: t('why.time'),
          render: (_value, { ts, left_out }) =>
            onOpen && left_out !== 'missing' ? (
              <Button type="link" className={styles.open} onClick={() => onOpen(ts)}>
                {showPeriod(ts, site.site_type)}
              </Button>
            ) : (
              showPeriod(ts, site.site_type)
            ),
        },
        {
          key: 'value',
          title: unit || t('why.value'),
          align: 'end',
          render: (_value, { value, over }) =>
            over ? (
              <span className={styles.short}>{`▲ ${formatNumber(value, decimals)}`}</span>
            ) : (
              formatNumber(value, decimals) || '–'
            ),
        },
        {
          key: 'members',
          title: t('why.members'),
          align: 'end',
          hidden: level === 'minute' || parts.every(({ expected }) => expected <= 1),
          render: (_value, { valid, expected }) => (expected > 1 ? `${valid}/${expected}` : '–'),
        },
        {
          key: 'state',
          className: styles.apart,
          title: t('why.counts'),
          render: (_value, part) => (
            <Status tone={part.left_out ? 'bad' : 'good'}>{stateText(t, part)}</Status>
          ),
        },
        {
          key: 'links',
          className: styles.apart,
          title: t('why.source'),
          hidden: !parts.some(({ has_minutes }) => has_minutes),
          render: (_value, { ts, has_minutes }) =>
            has_minutes && <Link to={minutesOf(site, ts)}>{t('why.minutes')}</Link>,
        },
      ]}
    />
  );
}

function stateText(t: T, { left_out, flag, valid, expected, needed }: WhyPart): string {
  switch (left_out) {
    case null:
      return t('why.in');
    case 'missing':
      return t('why.missing');
    case 'range':
      return t('why.range');
    case 'few':
      return t('why.few', { valid, expected, needed });
    case 'flag':
      return flagReason(t, flag);
  }
}
