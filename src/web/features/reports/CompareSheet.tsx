import type { FactorColumn } from '#shared/contract/readings/readings.ts';
import type { SiteReport } from '#shared/contract/reports/reports.ts';
import { summaryKeys } from '#shared/domain/report-text.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';
import { FactorName } from '#web/widgets/FactorName.tsx';
import { Cell, SummaryCell } from './Cell.tsx';
import { SitesSheet } from './SitesSheet.tsx';
import type { ShownReport } from './shown-report.ts';

interface CompareSheetProps extends ShownReport {
  factor: FactorColumn;
}

/** One factor compared across sites. */
export function CompareSheet({ kind, date, report, factor, onWhy }: CompareSheetProps) {
  const t = useT();
  const language = useLanguage();
  const { component_id, decimals } = factor;
  const placeAt = ({ component_ids }: SiteReport) => component_ids.indexOf(component_id);
  const why = (site_id: number, ts: string | null) =>
    onWhy({ about: 'value', site_id, kind, date, ts, component_id });
  return (
    <SitesSheet
      name={localName(factor, 'component_name', language)}
      caption={
        <>
          <FactorName factor={factor} />
          <small>{factor.unit}</small>
        </>
      }
      kind={kind}
      sites={report.sites.filter((site) => placeAt(site) >= 0)}
      cell={(site, line) => (
        <Cell
          value={line.values[placeAt(site)]}
          decimals={decimals}
          valid={line.valid[placeAt(site)]}
          over={line.over[placeAt(site)]}
          onWhy={() => why(site.site_id, line.ts)}
        />
      )}
      foot={summaryKeys.map((key) => ({
        key,
        name: t(`reports.${key}`),
        cell: (site) => (
          <SummaryCell
            of={key}
            summary={site.summary[placeAt(site)]}
            decimals={decimals}
            onWhy={() => why(site.site_id, null)}
          />
        ),
      }))}
    />
  );
}
