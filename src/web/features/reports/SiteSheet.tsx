import type { SiteReport } from '#shared/contract/reports/reports.ts';
import { periodCustom } from '#shared/domain/period-name.ts';
import { lineName } from '#shared/domain/report-line.ts';
import { type JudgedKey, judgedKeys, shortFactorName, summaryKeys } from '#shared/domain/report-text.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { EmptyState } from '#web/ui/ListStates.tsx';
import { localName } from '#web/ui/local-name.ts';
import { RunningMark } from '#web/ui/RunningMark.tsx';
import { VirtualMark } from '#web/widgets/VirtualMark.tsx';
import { Cell, SummaryCell } from './Cell.tsx';
import { Judged, LeftOutCount, PeriodVerdict } from './Judged.tsx';
import styles from './reports.module.css';
import { Sheet } from './Sheet.tsx';
import type { ShownReport } from './shown-report.ts';

interface SiteSheetProps extends ShownReport {
  site: SiteReport;
}

/** One site: rows per hour, day or month, columns per factor, and a summary. */
export function SiteSheet(props: SiteSheetProps) {
  const { kind, report, site } = props;
  const t = useT();
  const language = useLanguage();
  const factors = site.component_ids.flatMap(
    (id) => report.factors.find(({ component_id }) => component_id === id) ?? [],
  );
  if (factors.length === 0)
    return <EmptyState title={t('reports.no_lines')} hint={t('reports.no_lines_hint')} />;
  const custom = periodCustom(site.site_type);
  const judged = judgedKeys(kind, site.site_type);
  const why = whysOf(props);
  return (
    <Sheet name={site.site_name}>
      <caption>
        {site.site_name}
        <small>{site.mn}</small> {site.virtual_data && <VirtualMark />}
      </caption>
      <Head factors={factors} judged={judged} />
      <tbody>
        {site.lines.map((line) => (
          <tr key={line.ts}>
            <th scope="row">
              {lineName(kind, line.ts, custom, language)}
              {line.running && <RunningMark />}
            </th>
            {factors.map(({ component_id, decimals }, i) => (
              <td key={component_id}>
                <Cell
                  value={line.values[i]}
                  decimals={decimals}
                  valid={line.valid[i]}
                  over={line.over[i]}
                  onWhy={() => why.value(line.ts, component_id)}
                />
              </td>
            ))}
            {judged.map((key) => (
              <td key={key} className={key === judged[0] ? styles.kept : undefined}>
                <Judged of={key} line={line} onWhy={why.judged[key]} />
                {key === 'class' && <LeftOutCount of={line} />}
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
                <SummaryCell
                  of={key}
                  summary={site.summary[i]}
                  decimals={decimals}
                  onWhy={() => why.value(null, component_id)}
                />
              </td>
            ))}
            {judged.length > 0 && key === 'mean' && (
              <td className={styles.whole} colSpan={judged.length} rowSpan={summaryKeys.length}>
                <PeriodVerdict
                  site={site}
                  span={report}
                  onWhyClass={() => why.class(null)}
                  onWhyDay={() => why.index(report.from, 'day')}
                />
              </td>
            )}
          </tr>
        ))}
      </tfoot>
    </Sheet>
  );
}

interface HeadProps {
  factors: ShownReport['report']['factors'];
  judged: readonly JudgedKey[];
}

function Head({ factors, judged }: HeadProps) {
  const t = useT();
  const language = useLanguage();
  return (
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
          <th key={key} scope="col" className={key === judged[0] ? styles.kept : undefined}>
            {t(`reports.${key}`)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** Questions about the sheet's figures; a summary has no time of its own. */
function whysOf({ kind, date, site: { site_id }, onWhy }: SiteSheetProps) {
  const cell = (ts: string | null) => ({ site_id, kind, date, ts });
  const askIndex = (ts: string, period: 'hour' | 'day') =>
    onWhy({ about: 'index', site_id, ts, figure: null, period });
  const askClass = (ts: string | null) => onWhy({ about: 'class', ...cell(ts) });
  const judged: Partial<Record<JudgedKey, (ts: string) => void>> = {
    aqi: (ts) => askIndex(ts, kind === 'day' ? 'hour' : 'day'),
    class: askClass,
  };
  return {
    judged,
    index: askIndex,
    class: askClass,
    value: (ts: string | null, component_id: number) => onWhy({ about: 'value', ...cell(ts), component_id }),
  };
}
