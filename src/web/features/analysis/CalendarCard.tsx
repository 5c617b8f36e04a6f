import { useCallback, useMemo } from 'react';
import { formatNumber } from '#shared/domain/numbers.ts';
import { mean } from '#shared/domain/statistics.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import type { Language } from '#shared/i18n/index.ts';
import { Figure } from '#web/charts/Figure.tsx';
import type { Look } from '#web/charts/look.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { showShortDate } from '#web/ui/show-time.ts';
import { ChartCard } from './ChartCard.tsx';
import { calendarOption } from './calendar-option.ts';
import type { CardProps } from './card-props.ts';
import { lookedAt } from './site-values.ts';
import { useAbout } from './useAbout.ts';

/** Calendar heat map of means: days by hour of day, or weeks by weekday. */
export function CalendarCard({ query, site, factor, values, chosen, choose }: CardProps) {
  const t = useT();
  const language = useLanguage();
  const about = useAbout(query, [site], factor);
  const isHourly = query.level === 'hour';
  const days = useMemo(() => [...new Set(values.days)], [values]);
  const names = useMemo(
    () =>
      Array.from({ length: isHourly ? 24 : 7 }, (_, i) =>
        isHourly ? String(i).padStart(2, '0') : t.tx(`analysis.weekday_${i}`),
      ),
    [isHourly, t],
  );
  const cells = useMemo(() => {
    const shown = lookedAt(values, values.values, chosen, 'day');
    const weeks = weeksOf(days);
    const sums = new Map<string, { column: number; row: number; day: string; values: number[] }>();
    for (const [step, value] of shown.entries()) {
      if (value === null) continue;
      const day = values.days[step] ?? '';
      const column = isHourly ? days.indexOf(day) : (weeks.get(day) ?? 0);
      const row = (isHourly ? values.hours : values.weekdays)[step] ?? 0;
      const cell = sums.get(`${column} ${row}`) ?? { column, row, day, values: [] };
      cell.values.push(value);
      sums.set(`${column} ${row}`, cell);
    }
    return [...sums.values()].map((cell) => ({ ...cell, mean: mean(cell.values) ?? 0 }));
  }, [values, chosen, days, isHourly]);
  const draw = useCallback(
    (look: Look) => {
      const columns = isHourly ? days.map((day) => showShortDate(day, language)) : weekNames(days, language);
      return calendarOption({ cells, columns, names, look, unit: factor.unit, decimals: factor.decimals });
    },
    [cells, days, names, factor, isHourly, language],
  );
  return (
    <ChartCard
      wide
      title={t('analysis.calendar')}
      note={t(isHourly ? 'analysis.calendar_hours' : 'analysis.calendar_days')}
      about={about}
      rows={() => [
        [
          t('analysis.csv_day'),
          t(isHourly ? 'analysis.csv_hour' : 'analysis.csv_weekday'),
          t('history.mean'),
        ],
        ...cells.map(({ day, row, mean: value }) => [day, names[row], formatNumber(value, factor.decimals)]),
      ]}
    >
      {(chart) => (
        <Figure
          ref={chart}
          height={isHourly ? 360 : 220}
          label={t('analysis.calendar')}
          draw={draw}
          onPick={({ index }) => choose({ day: cells[index]?.day })}
        />
      )}
    </ChartCard>
  );
}

/** Week number of each day, counted from the first day's week; weeks start on Monday. */
function weeksOf(days: readonly string[]): Map<string, number> {
  const first = Date.parse(`${days[0]}T00:00:00Z`);
  const lead = (new Date(first).getUTCDay() + 6) % 7;
  return new Map(
    days.map((day) => [day, Math.floor(((Date.parse(`${day}T00:00:00Z`) - first) / DAY_MS + lead) / 7)]),
  );
}

/** Label of each week: its first listed day. */
function weekNames(days: readonly string[], language: Language): string[] {
  const names: string[] = [];
  for (const [day, week] of weeksOf(days)) names[week] ??= showShortDate(day, language);
  return names;
}
