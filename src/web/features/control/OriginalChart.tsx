import { Table } from 'antd';
import type { originalValues } from '#shared/contract/control/original.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { TimeChart } from '#web/charts/TimeChart.tsx';
import { useLanguage, useT } from '#web/i18n.ts';
import { reachableRows } from '#web/ui/reachable-rows.ts';
import { showTime } from '#web/ui/show-time.ts';
import type { Factor } from '#web/widgets/useFactors.ts';
import styles from './control.module.css';

type Site = AnswerOf<typeof originalValues.data>['data_info'][number];

interface OriginalChartProps {
  sites: readonly Site[];
  factor: Factor;
  from: number;
  to: number;
}

const differs = ({ values, raw }: Site) => values.some((value, i) => value !== raw[i]);

/** Corrected values, uncorrected ones paler behind them, and their difference. */
export function OriginalChart({ sites, factor, from, to }: OriginalChartProps) {
  const t = useT();
  const language = useLanguage();
  const lines = sites.flatMap((site) => {
    const times = site.times.map((at) => Date.parse(at));
    const line = (name: string, low: (number | null)[], quiet: boolean) => ({
      ...{ name, decimals: factor.decimals, quiet },
      course: { times, low, doubtful: [] },
    });
    return [
      line(site.site_name, site.values, false),
      ...(differs(site) ? [line(t('originalValues.raw_of', { name: site.site_name }), site.raw, true)] : []),
    ];
  });
  const inUnit = (title: string) => (factor.unit ? `${title} (${factor.unit})` : title);
  const figure = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(factor.decimals));
  return (
    <>
      <div className={styles.large}>
        <TimeChart
          label={t('originalValues.title')}
          from={from}
          to={to}
          nameOf={(at) => showTime(new Date(at).toISOString(), language)}
          panels={[{ unit: factor.unit, lines }]}
        />
      </div>
      <Table<Site>
        size="small"
        rowKey="site_id"
        dataSource={[...sites]}
        pagination={false}
        scroll={{ x: 'max-content' }}
        onRow={reachableRows}
        columns={[
          { title: t('commands.site_name'), dataIndex: 'site_name' },
          { title: t('originalValues.count'), align: 'end', render: (_value, { times }) => times.length },
          {
            title: inUnit(t('originalValues.mean')),
            align: 'end',
            render: (_value, { values }) => figure(meanOf(values)),
          },
          {
            title: inUnit(t('originalValues.mean_raw')),
            align: 'end',
            render: (_value, { raw }) => figure(meanOf(raw)),
          },
          {
            title: inUnit(t('originalValues.difference')),
            align: 'end',
            render: (_value, { values, raw }) =>
              figure(meanOf(values.map((value, i) => apart(value, raw[i] ?? null)))),
          },
        ]}
      />
    </>
  );
}

const apart = (value: number | null, raw: number | null) =>
  value === null || raw === null ? null : value - raw;

function meanOf(values: readonly (number | null)[]): number | undefined {
  const there = values.filter((value) => value !== null);
  return there.length === 0 ? undefined : there.reduce((sum, value) => sum + value, 0) / there.length;
}
