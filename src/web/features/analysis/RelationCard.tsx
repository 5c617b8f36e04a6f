import { useCallback, useMemo } from 'react';
import type { HistoryFactor } from '#shared/contract/readings/history.ts';
import { fitLine, pearson, spearman } from '#shared/domain/correlation.ts';
import { printedFormula } from '#shared/domain/formula.ts';
import { formatNumber } from '#shared/domain/numbers.ts';
import { Figure } from '#web/charts/Figure.tsx';
import type { Look } from '#web/charts/look.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';
import { ChartCard } from './ChartCard.tsx';
import type { CardProps } from './card-props.ts';
import { lineText } from './line-text.ts';
import { csvPeriod } from './save-csv.ts';
import { scatterOption } from './scatter-option.ts';
import { lookedAt } from './site-values.ts';
import { useAbout } from './useAbout.ts';

/** Scatter plot of two factors with the fitted line. */
export function RelationCard({
  query,
  site,
  factor,
  other,
  values,
  chosen,
}: CardProps & { other: HistoryFactor }) {
  const t = useT();
  const language = useLanguage();
  const about = useAbout(query, [site], factor, other);
  const [x, y] = useMemo(
    () => [lookedAt(values, values.values, chosen), lookedAt(values, values.others, chosen)] as const,
    [values, chosen],
  );
  const fit = useMemo(() => fitLine(x, y), [x, y]);
  const nameOf = useCallback(
    (one: HistoryFactor) => printedFormula(one.formula) || localName(one, 'component_name', language),
    [language],
  );
  const draw = useCallback(
    (look: Look) =>
      scatterOption({
        ...{ x, y, fit, look, names: [nameOf(factor), nameOf(other)] as const },
        ...{ unit: factor.unit, otherUnit: other.unit, decimals: factor.decimals },
      }),
    [x, y, fit, factor, other, nameOf],
  );
  return (
    <ChartCard
      title={t('analysis.relation')}
      note={t('analysis.fit_note', {
        r: pearson(x, y).v?.toFixed(3) ?? '–',
        rho: spearman(x, y).v?.toFixed(3) ?? '–',
        line: lineText(fit),
        n: fit.n,
      })}
      about={about}
      rows={() => [
        [t('sitePage.time'), nameOf(factor), nameOf(other)],
        ...values.times.map((at, i) => [
          csvPeriod(at, query.level, site.site_type),
          formatNumber(x[i], factor.decimals),
          formatNumber(y[i], other.decimals),
        ]),
      ]}
    >
      {(chart) => <Figure ref={chart} height={300} label={t('analysis.relation')} draw={draw} />}
    </ChartCard>
  );
}
