import { Table } from 'antd';
import type { WhyCell, WhyRevision } from '#shared/contract/reports/reports.ts';
import { formatNumber } from '#shared/domain/numbers.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { reachableRows } from '#web/ui/reachable-rows.ts';
import { showTime } from '#web/ui/show-time.ts';
import { useShowPeriod } from '#web/widgets/useShowPeriod.ts';
import { ValueOriginMark } from './facts.tsx';
import styles from './why.module.css';

/** Replaced values with their replacement, whether by a device or a person. */
export function Revisions({ why: { revisions, factor, part_decimals, site } }: { why: WhyCell }) {
  const t = useT();
  const language = useLanguage();
  const showPeriod = {
    realtime: useShowPeriod('realtime'),
    minute: useShowPeriod('minute'),
    hour: useShowPeriod('hour'),
    day: useShowPeriod('day'),
  };
  if (revisions.length === 0) return null;
  return (
    <section>
      <h3 className={styles.heading}>{t('why.revisions')}</h3>
      <Table<WhyRevision>
        size="small"
        rowKey={({ data_type, ts, replaced_at }) => `${data_type} ${ts} ${replaced_at}`}
        pagination={false}
        scroll={{ x: 'max-content' }}
        onRow={reachableRows}
        dataSource={revisions}
        columns={[
          {
            key: 'ts',
            title: t('why.time'),
            render: (_value, { ts, data_type }) => showPeriod[data_type](ts, site.site_type),
          },
          {
            key: 'value',
            title: t('why.former', { unit: factor.unit }),
            align: 'end',
            render: (_value, { value, flag, origin }) => (
              <>
                {formatNumber(value, part_decimals) || '–'} {flag} <ValueOriginMark of={origin} />
              </>
            ),
          },
          {
            key: 'reason',
            title: t('why.replaced'),
            render: (_value, { reason, replaced_at }) => (
              <>
                {t(`why.reason_${reason}`)}{' '}
                <small className={styles.soft}>{showTime(replaced_at, language)}</small>
              </>
            ),
          },
        ]}
      />
    </section>
  );
}
