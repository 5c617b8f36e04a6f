import { useMemo } from 'react';
import { history } from '#shared/contract/readings/history.ts';
import { formatNumber } from '#shared/domain/numbers.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import { refetchMs } from '#web/api/freshness.ts';
import { useCall } from '#web/api/useCall.ts';
import { TimeChart } from '#web/charts/TimeChart.tsx';
import { useLanguage, useT } from '#web/i18n.ts';
import { showTime } from '#web/ui/show-time.ts';
import type { OrderDetail } from './OrderForm.tsx';
import styles from './order.module.css';

/** Margin before the alarm, to show the development of the values. */
const BEFORE_MS = 6 * HOUR_MS;
/** Longer ranges are available on the history page. */
const LONGEST_MS = 14 * DAY_MS;

/** Values from before the alarm until now, with the limit of the rule that raised it. */
export function RecheckChart({ order, alarm }: { order: OrderDetail; alarm: OrderDetail['alarms'][number] }) {
  const t = useT();
  const language = useLanguage();
  const { site_id } = order;
  const data_type = alarm.data_type ?? 'hour';
  const [from, to] = useMemo(() => {
    const end = order.closed_at ? Date.parse(order.closed_at) + BEFORE_MS : Date.now() + HOUR_MS;
    return [Math.max(Date.parse(alarm.from_at) - BEFORE_MS, end - LONGEST_MS), end];
  }, [order.closed_at, alarm.from_at]);
  const answer = useCall(
    history.course,
    {
      site_ids: [site_id ?? 0],
      component_ids: [alarm.component_id ?? 0],
      data_type: data_type as 'hour',
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
    },
    { refetchMs: order.closed_at ? undefined : refetchMs, keepPrevious: true },
  );
  const course = answer.data?.data_info[0];
  const line = course?.lines[0];
  const name = alarm.formula || alarm.component_name || '';
  const panels = useMemo(
    () =>
      course && line
        ? [
            {
              unit: alarm.unit ?? '',
              lines: [{ name, decimals: alarm.decimals ?? 2, course: { ...course, ...line } }],
              limits:
                alarm.limit_value === null
                  ? []
                  : [
                      {
                        sort: t('orders.limit_line'),
                        of: name,
                        bound: formatNumber(alarm.limit_value),
                        value: alarm.limit_value,
                        from,
                        to,
                      },
                    ],
            },
          ]
        : [],
    [course, line, alarm.unit, alarm.decimals, alarm.limit_value, name, from, to, t],
  );
  if (panels.length === 0) return null;
  return (
    <div className={styles.chart}>
      <TimeChart
        panels={panels}
        from={from}
        to={to}
        nameOf={(at) => showTime(new Date(at).toISOString(), language)}
        label={name}
      />
    </div>
  );
}
