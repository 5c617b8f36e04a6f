import { InputNumber, Segmented } from 'antd';
import { useCallback, useMemo } from 'react';
import { fitLine } from '#shared/domain/correlation.ts';
import { correlationKinds, lagCorrelation, lagCourse } from '#shared/domain/lag.ts';
import { formatNumber } from '#shared/domain/numbers.ts';
import { Figure } from '#web/charts/Figure.tsx';
import type { Look } from '#web/charts/look.ts';
import { useT } from '#web/i18n.ts';
import styles from './analysis.module.css';
import { ChartCard } from './ChartCard.tsx';
import { lineText } from './line-text.ts';
import { lagOption, matrixOption } from './matrix-options.ts';
import type { Row } from './row.ts';
import { csvPeriod, inUnit } from './save-csv.ts';
import { scatterOption } from './scatter-option.ts';
import { useAbout } from './useAbout.ts';
import type { AnalysisQuery } from './useAnalysisQuery.ts';

/** Largest lag between two rows, in steps. */
const mostLag = 48;

interface CorrelationMatrixProps {
  query: AnalysisQuery;
  rows: readonly Row[];
  times: readonly number[];
}

/** Correlation matrix; the selected pair as scatter plot and lag correlation. */
export function CorrelationMatrix({ query, rows, times }: CorrelationMatrixProps) {
  const t = useT();
  const kind = correlationKinds.find((one) => one === query.params.get('kind')) ?? 'pearson';
  const lag = Math.max(-mostLag, Math.min(mostLag, Number(query.params.get('lag')) || 0));
  const about = useAbout(query, [...new Set(rows.map(({ site }) => site))]);
  const cells = useMemo(
    () =>
      rows.flatMap((one, row) =>
        rows.map((other, column) => ({
          row,
          column,
          ...lagCorrelation(kind, one.values, other.values, lag),
        })),
      ),
    [rows, kind, lag],
  );
  const draw = useCallback((look: Look) => matrixOption({ rows, cells, look }), [rows, cells]);
  const [first = 0, second = Math.min(1, rows.length - 1)] = query.numbers('cell').map((at) => at - 1);
  const [x, y] = [rows[first], rows[second]];
  return (
    <div className={styles.split}>
      <ChartCard
        title={t('analysis.matrix')}
        note={t('analysis.matrix_note')}
        about={[
          ...about,
          lag ? `${t(`analysis.kind_${kind}`)} · ${t('analysis.lag')} ${lag}` : t(`analysis.kind_${kind}`),
        ]}
        tools={
          <>
            <Segmented
              size="small"
              value={kind}
              options={correlationKinds.map((value) => ({ value, label: t(`analysis.kind_${value}`) }))}
              onChange={(value) => query.change({ kind: value === 'pearson' ? undefined : value })}
            />
            <InputNumber
              size="small"
              aria-label={t('analysis.lag')}
              prefix={t('analysis.lag')}
              min={-mostLag}
              max={mostLag}
              precision={0}
              value={lag}
              onChange={(value) => query.change({ lag: value || undefined })}
            />
          </>
        }
        rows={() => [
          ['', ...rows.map(({ name }) => name)],
          ...rows.map(({ name }, row) => [
            name,
            ...cells.filter((cell) => cell.row === row).map(({ v }) => v),
          ]),
        ]}
      >
        {(chart) => (
          <Figure
            ref={chart}
            height={Math.max(480, 130 + rows.length * 26)}
            label={t('analysis.matrix')}
            draw={draw}
            onPick={({ index }) => {
              const cell = cells[index];
              if (cell) query.change({ cell: [cell.row + 1, cell.column + 1] });
            }}
          />
        )}
      </ChartCard>
      {x && y && <PairCards query={query} x={x} y={y} times={times} about={about} />}
    </div>
  );
}

interface PairCardsProps {
  query: AnalysisQuery;
  x: Row;
  y: Row;
  times: readonly number[];
  about: readonly string[];
}

function PairCards({ query, x, y, times, about }: PairCardsProps) {
  const t = useT();
  const fit = useMemo(() => fitLine(x.values, y.values), [x, y]);
  const course = useMemo(() => lagCourse(x.values, y.values, mostLag), [x, y]);
  const best = course.reduce<(typeof course)[number] | undefined>(
    (most, one) => (Math.abs(one.v ?? 0) > Math.abs(most?.v ?? 0) ? one : most),
    undefined,
  );
  const drawPoints = useCallback(
    (look: Look) =>
      scatterOption({
        ...{ x: x.values, y: y.values, fit, look, names: [x.name, y.name] as const },
        ...{ unit: x.factor.unit, otherUnit: y.factor.unit, decimals: x.factor.decimals },
      }),
    [x, y, fit],
  );
  const drawLags = useCallback((look: Look) => lagOption(course, look), [course]);
  return (
    <div className={styles.column}>
      <ChartCard
        title={t('analysis.pair')}
        note={t('analysis.fit_only', {
          line: lineText(fit),
          r2: fit.r2?.toFixed(3) ?? '–',
          n: fit.n,
        })}
        about={about}
        rows={() => [
          [t('sitePage.time'), inUnit(x.name, x.factor), inUnit(y.name, y.factor)],
          ...times.map((at, i) => [
            csvPeriod(at, query.level, x.site.site_type),
            formatNumber(x.values[i], x.factor.decimals),
            formatNumber(y.values[i], y.factor.decimals),
          ]),
        ]}
      >
        {(chart) => <Figure ref={chart} height={280} label={t('analysis.pair')} draw={drawPoints} />}
      </ChartCard>
      <ChartCard
        title={t('analysis.lag_course')}
        note={
          best ? t(`analysis.best_lag_${query.level}`, { lag: best.lag, v: best.v?.toFixed(3) ?? '–' }) : ''
        }
        about={about}
        rows={() => [[t('analysis.lag'), 'r'], ...course.map(({ lag, v }) => [lag, formatNumber(v, 3)])]}
      >
        {(chart) => (
          <Figure
            ref={chart}
            height={180}
            label={t('analysis.lag_course')}
            draw={drawLags}
            onPick={({ index }) => query.change({ lag: course[index]?.lag || undefined })}
          />
        )}
      </ChartCard>
    </div>
  );
}
