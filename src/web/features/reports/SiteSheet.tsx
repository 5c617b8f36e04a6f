import type { ReactNode } from 'react';
import type { FactorColumn } from '#shared/contract/readings.ts';
import type { Report, ReportLine, ReportSummary, SiteReport } from '#shared/contract/reports.ts';
import { aqiBands } from '#shared/domain/aqi-bands.ts';
import { printedFormula } from '#shared/domain/formula.ts';
import { formatNumber } from '#shared/domain/numbers.ts';
import { periodCustom } from '#shared/domain/period-name.ts';
import { pollutantFacts } from '#shared/domain/pollutants.ts';
import type { ReportKind } from '#shared/domain/report-period.ts';
import type { Language } from '#shared/i18n/index.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { AqiMark } from '#web/ui/Aqi.tsx';
import { EmptyState } from '#web/ui/ListStates.tsx';
import { localName } from '#web/ui/local-name.ts';
import { Cell } from './Cell.tsx';
import { lineName } from './line-name.ts';
import styles from './reports.module.css';
import { Sheet } from './Sheet.tsx';

interface SiteSheetProps {
  kind: ReportKind;
  report: Report;
  site: SiteReport;
}

/** One site: a line per hour, day or month, a column per factor, and below what they come to. */
export function SiteSheet({ kind, report, site }: SiteSheetProps) {
  const t = useT();
  const language = useLanguage();
  const factors = site.component_ids.flatMap(
    (id) => report.factors.find(({ component_id }) => component_id === id) ?? [],
  );
  if (factors.length === 0)
    return <EmptyState title={t('reports.no_lines')} hint={t('reports.no_lines_hint')} />;
  const custom = periodCustom(site.site_type);
  const judged = judgedColumns(kind, site, t);
  return (
    <Sheet name={site.site_name}>
      <caption>
        {site.site_name}
        <small>{site.mn}</small>
        {site.virtual_data && <strong className={styles.virtual}>{t('reports.virtual')}</strong>}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('reports.time')}</th>
          {factors.map((factor) => (
            <th key={factor.component_id} scope="col" title={localName(factor, 'component_name', language)}>
              {shortName(factor, language)}
              <small>{factor.unit}</small>
            </th>
          ))}
          {judged.map(({ title }) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {site.lines.map((line) => (
          <tr key={line.ts}>
            <th scope="row">{lineName(kind, line.ts, custom, language)}</th>
            {factors.map(({ component_id, decimals }, i) => (
              <td key={component_id}>
                <Cell value={line.values[i]} decimals={decimals} valid={line.valid[i]} over={line.over[i]} />
              </td>
            ))}
            {judged.map(({ title, show }) => (
              <td key={title}>{show(line)}</td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        {summaryRows.map(({ key, show }) => (
          <tr key={key}>
            <th scope="row">{t(`reports.${key}`)}</th>
            {factors.map(({ component_id, decimals }, i) => {
              const summary = site.summary[i];
              return <td key={component_id}>{summary ? show(summary, decimals) : '–'}</td>;
            })}
            {judged.length > 0 && key === 'mean' && (
              <td className={styles.whole} colSpan={judged.length} rowSpan={summaryRows.length}>
                <PeriodVerdict site={site} />
              </td>
            )}
          </tr>
        ))}
      </tfoot>
    </Sheet>
  );
}

const summaryRows: {
  key: 'mean' | 'max' | 'min' | 'valid' | 'over' | 'completeness';
  show(summary: ReportSummary, decimals: number): ReactNode;
}[] = [
  {
    key: 'mean',
    show: ({ mean, usable }, decimals) => (
      <>
        <Cell value={mean} decimals={decimals} />
        {mean !== null && usable === false && '*'}
      </>
    ),
  },
  { key: 'max', show: ({ max }, decimals) => <Cell value={max} decimals={decimals} /> },
  { key: 'min', show: ({ min }, decimals) => <Cell value={min} decimals={decimals} /> },
  { key: 'valid', show: ({ valid, expected }) => `${valid}/${expected}` },
  { key: 'over', show: ({ over }) => over },
  {
    key: 'completeness',
    show: ({ valid, expected }) => (expected > 0 ? `${formatNumber((valid * 100) / expected, 1)}%` : '–'),
  },
];

/** The formula, where it says what is meant: a lone N is nitrogen, and its name is clearer. */
function shortName(factor: FactorColumn, language: Language): string {
  return factor.formula.length > 1
    ? printedFormula(factor.formula)
    : localName(factor, 'component_name', language);
}

type T = ReturnType<typeof useT>;

/** What the standards say of a line; a month is judged by its days. */
function judgedColumns(
  kind: ReportKind,
  site: SiteReport,
  t: T,
): { title: string; show(line: ReportLine): ReactNode }[] {
  if (kind === 'year' && site.site_type !== 'water') return [];
  if (site.site_type === 'water') {
    return [
      {
        title: t('reports.class'),
        show: ({ water_class }) => (water_class === null ? '–' : t.tx(`standards.class_${water_class}`)),
      },
      {
        title: t('reports.main'),
        show: ({ main }) =>
          main.map((item) => t.tx(`standards.item_${item}`)).join(t('lists.between')) || '–',
      },
    ];
  }
  return [
    {
      title: t('reports.aqi'),
      show: ({ aqi, level, values }) => {
        const band = aqiBands.find((each) => each.level === level);
        if (aqi !== null && band) return <AqiMark colour={band.colour}>{aqi}</AqiMark>;
        return values.some((value) => value !== null) ? 'NA' : '–';
      },
    },
    {
      title: t('reports.level'),
      show: ({ level }) => {
        const band = aqiBands.find((each) => each.level === level);
        return band ? t(`standards.band_${band.key}`) : '–';
      },
    },
    {
      title: t('reports.primary'),
      show: ({ primary }) =>
        primary
          .map((pollutant) => printedFormula(pollutantFacts[pollutant].formula))
          .join(t('lists.between')) || '–',
    },
  ];
}

function PeriodVerdict({ site }: { site: SiteReport }) {
  const t = useT();
  if (site.water_class !== null)
    return (
      <>
        <span className={styles.verdictLabel}>{t('reports.class')}</span>
        <span className={styles.verdict}>{t.tx(`standards.class_${site.water_class}`)}</span>
      </>
    );
  if (!site.valid_days) return '–';
  return (
    <>
      <span className={styles.verdictLabel}>{t('reports.good')}</span>
      <span className={styles.verdict}>{`${site.good_days}/${site.valid_days}`}</span>
      <span className={styles.verdictLabel}>{t('reports.unit_days')}</span>
    </>
  );
}
