import type { Report, ReportLine, SiteReport } from '#shared/contract/reports.ts';
import { periodCustom } from '#shared/domain/period-name.ts';
import { lineName } from '#shared/domain/report-line.ts';
import type { ReportKind } from '#shared/domain/report-period.ts';
import {
  bandOf,
  goodText,
  type JudgedKey,
  judgedKeys,
  judgedText,
  shortFactorName,
  summaryKeys,
} from '#shared/domain/report-text.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { AqiMark } from '#web/ui/Aqi.tsx';
import { EmptyState } from '#web/ui/ListStates.tsx';
import { localName } from '#web/ui/local-name.ts';
import { Cell, SummaryCell } from './Cell.tsx';
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
  const judged = judgedKeys(kind, site.site_type);
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
              {shortFactorName(factor, language)}
              <small>{factor.unit}</small>
            </th>
          ))}
          {judged.map((key) => (
            <th key={key} scope="col">
              {t(`reports.${key}`)}
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
            {judged.map((key) => (
              <td key={key}>
                <Judged of={key} line={line} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        {summaryKeys.map((key) => (
          <tr key={key}>
            <th scope="row">{t(`reports.${key}`)}</th>
            {factors.map(({ component_id, decimals }, i) => (
              <td key={component_id}>
                <SummaryCell of={key} summary={site.summary[i]} decimals={decimals} />
              </td>
            ))}
            {judged.length > 0 && key === 'mean' && (
              <td className={styles.whole} colSpan={judged.length} rowSpan={summaryKeys.length}>
                <PeriodVerdict site={site} />
              </td>
            )}
          </tr>
        ))}
      </tfoot>
    </Sheet>
  );
}

/** The word of a line's judgement; an index stands on its colour. */
function Judged({ of, line }: { of: JudgedKey; line: ReportLine }) {
  const t = useT();
  const band = of === 'aqi' ? bandOf(line) : undefined;
  const text = judgedText(t.tx, of, line);
  return band ? <AqiMark colour={band.colour}>{text}</AqiMark> : text;
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
      <span className={styles.verdict}>{goodText(site)}</span>
      <span className={styles.verdictLabel}>{t('reports.unit_days')}</span>
    </>
  );
}
