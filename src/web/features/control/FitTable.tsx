import { Table, Tooltip } from 'antd';
import { useState } from 'react';
import { siteFit } from '#shared/contract/control/fit.ts';
import { useCall } from '#web/api/useCall.ts';
import { TimeChart } from '#web/charts/TimeChart.tsx';
import { useLanguage, useT } from '#web/i18n.ts';
import { Status } from '#web/ui/Status.tsx';
import { showTime } from '#web/ui/show-time.ts';
import { FactorName } from '#web/widgets/FactorName.tsx';
import styles from './control.module.css';
import { FitInPlatform } from './FitInPlatform.tsx';
import type { FitRow } from './kb-row.ts';

interface FitTableProps {
  rows: FitRow[];
  taken: string[];
  onTaken(row_ids: string[]): void;
  asked: { reference_id: number; from: string; to: string; most_humidity: number | undefined };
  /** Reason to record with adopted K and B. */
  reasonOf(rows: readonly FitRow[]): string;
}

/** With the digits that a setting keeps, before it is rounded: otherwise the fit and its setting may differ. */
const figure = (value: number | null, digits = 3) =>
  value === null ? '–' : Number(value.toPrecision(6)).toFixed(digits);

/** One row per site and factor: the fit and the resulting setting, or why there is none. */
export function FitTable({ rows, taken, onTaken, asked, reasonOf }: FitTableProps) {
  const t = useT();
  const language = useLanguage();
  const [shown, setShown] = useState<string>();
  const row = rows.find(({ row_id }) => row_id === shown) ?? rows[0];
  return (
    <>
      <Table<FitRow>
        size="small"
        rowKey="row_id"
        dataSource={rows}
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: 20, hideOnSinglePage: true }}
        rowSelection={{
          selectedRowKeys: taken,
          onChange: (keys) => onTaken(keys.map(String)),
          getCheckboxProps: ({ wanted, place, site_name, component_name }) => ({
            disabled: wanted === null || place === 'platform',
            'aria-label': `${site_name} ${component_name}`,
          }),
        }}
        onRow={({ row_id }) => ({ onClick: () => setShown(row_id) })}
        columns={[
          { title: t('kbValues.site_name'), dataIndex: 'site_name' },
          { title: t('kbValues.component_id'), render: (_value, each) => <FactorName factor={each} /> },
          { title: 'K', align: 'end', render: (_value, { fit }) => figure(fit.k) },
          { title: 'B', align: 'end', render: (_value, { fit }) => figure(fit.b) },
          { title: 'R²', align: 'end', render: (_value, { fit }) => figure(fit.r2) },
          { title: 'n', align: 'end', render: (_value, { fit }) => fit.n },
          {
            title: t('siteFit.rmse'),
            align: 'end',
            render: (_value, { fit, unit }) =>
              fit.rmse === null ? '–' : `${figure(fit.rmse_before, 1)} → ${figure(fit.rmse, 1)} ${unit}`,
          },
          {
            title: t('kbValues.now'),
            render: (_value, { k, b, place }) => {
              if (place === 'platform') return t('corrections.place_platform');
              return k === null ? t('commands.never_read') : `${figure(k)} / ${figure(b)}`;
            },
          },
          {
            title: t('siteFit.wanted'),
            render: (_value, { wanted, why }) =>
              wanted ? (
                `${figure(wanted.k)} / ${figure(wanted.b)}`
              ) : (
                <Status tone="notice">{t(`siteFit.why_${why ?? 'weak'}`)}</Status>
              ),
          },
          {
            title: t('siteFit.note'),
            render: (_value, each) => (
              <>
                {each.changed_at && (
                  <Tooltip title={t('siteFit.changed_hint')}>
                    <span>
                      <Status tone="bad">
                        {t('siteFit.changed', { at: showTime(each.changed_at, language) })}
                      </Status>
                    </span>
                  </Tooltip>
                )}
                {each.place === 'platform' && <FitInPlatform row={each} reason={reasonOf([each])} />}
              </>
            ),
          },
        ]}
      />
      {row && <FitChart row={row} asked={asked} />}
    </>
  );
}

function FitChart({ row, asked }: { row: FitRow; asked: FitTableProps['asked'] }) {
  const t = useT();
  const language = useLanguage();
  const { site_id, component_id, site_name, unit } = row;
  const { reference_id, from, to, most_humidity } = asked;
  const { data } = useCall(
    siteFit.one,
    { reference_id, site_id, component_id, from, to, most_humidity },
    { keepPrevious: true },
  );
  if (!data) return null;
  const times = data.times.map((at) => Date.parse(at));
  const line = (name: string, low: (number | null)[], quiet: boolean) => ({
    ...{ name, decimals: 1, quiet },
    course: { times, low, doubtful: [] },
  });
  return (
    <section>
      <h3>{`${site_name} ${t('siteFit.course')}`}</h3>
      <div className={styles.chart}>
        <TimeChart
          label={t('siteFit.course')}
          from={times[0] ?? 0}
          to={times.at(-1) ?? 0}
          nameOf={(at) => showTime(new Date(at).toISOString(), language)}
          panels={[
            {
              unit,
              lines: [
                line(t('siteFit.reference'), data.reference, false),
                line(t('kbValues.as_is'), data.values, true),
                line(t('siteFit.fitted'), data.fitted, false),
              ],
            },
          ]}
        />
      </div>
    </section>
  );
}
