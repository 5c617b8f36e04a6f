import type { FactorColumn } from '#shared/contract/readings/readings.ts';
import { periodCustom } from '#shared/domain/period-name.ts';
import { lineName } from '#shared/domain/report-line.ts';
import { summaryKeys } from '#shared/domain/report-text.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';
import { RunningMark } from '#web/ui/RunningMark.tsx';
import { FactorName } from '#web/widgets/FactorName.tsx';
import { VirtualMark } from '#web/widgets/VirtualMark.tsx';
import { Cell, SummaryCell } from './Cell.tsx';
import { Sheet } from './Sheet.tsx';
import type { ShownReport } from './shown-report.ts';

interface CompareSheetProps extends ShownReport {
  factor: FactorColumn;
}

/** One factor: a line per hour, day or month, a column per site that measures it. */
export function CompareSheet({ kind, date, report, factor, onWhy }: CompareSheetProps) {
  const t = useT();
  const language = useLanguage();
  const columns = report.sites.flatMap((site) => {
    const place = site.component_ids.indexOf(factor.component_id);
    return place < 0 ? [] : [{ site, place }];
  });
  const [first] = columns;
  const { component_id } = factor;
  const why = (site_id: number, ts: string | null) =>
    onWhy({ about: 'value', site_id, kind, date, ts, component_id });
  const custom = periodCustom(first?.site.site_type ?? 'air');
  return (
    <Sheet name={localName(factor, 'component_name', language)}>
      <caption>
        <FactorName factor={factor} />
        <small>{factor.unit}</small>
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('reports.time')}</th>
          {columns.map(({ site }) => (
            <th key={site.site_id} scope="col">
              {site.site_name} {site.virtual_data && <VirtualMark />}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {first?.site.lines.map(({ ts, running }, n) => (
          <tr key={ts}>
            <th scope="row">
              {lineName(kind, ts, custom, language)}
              {running && <RunningMark />}
            </th>
            {columns.map(({ site, place }) => {
              const line = site.lines[n];
              return (
                <td key={site.site_id}>
                  <Cell
                    value={line?.values[place]}
                    decimals={factor.decimals}
                    valid={line?.valid[place]}
                    over={line?.over[place]}
                    onWhy={() => why(site.site_id, ts)}
                  />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
      <tfoot>
        {summaryKeys.map((key) => (
          <tr key={key}>
            <th scope="row">{t(`reports.${key}`)}</th>
            {columns.map(({ site, place }) => (
              <td key={site.site_id}>
                <SummaryCell
                  of={key}
                  summary={site.summary[place]}
                  decimals={factor.decimals}
                  onWhy={() => why(site.site_id, null)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tfoot>
    </Sheet>
  );
}
