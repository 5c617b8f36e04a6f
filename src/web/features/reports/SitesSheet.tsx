import type { ReactNode } from 'react';
import type { SiteReport } from '#shared/contract/reports/reports.ts';
import { periodCustom } from '#shared/domain/period-name.ts';
import { lineName } from '#shared/domain/report-line.ts';
import type { ReportKind } from '#shared/domain/report-period.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { RunningMark } from '#web/ui/RunningMark.tsx';
import { VirtualMark } from '#web/widgets/VirtualMark.tsx';
import { Sheet } from './Sheet.tsx';

interface SitesSheetProps {
  name: string;
  caption: ReactNode;
  kind: ReportKind;
  sites: readonly SiteReport[];
  /** Content of the `n`th row in the column of a site. */
  cell(site: SiteReport, line: SiteReport['lines'][number], n: number): ReactNode;
  /** Summary rows, with a cell per site. */
  foot: readonly { key: string; name: string; cell(site: SiteReport): ReactNode }[];
}

/** Rows per hour, day or month, columns per site. */
export function SitesSheet({ name, caption, kind, sites, cell, foot }: SitesSheetProps) {
  const t = useT();
  const language = useLanguage();
  const [first] = sites;
  const custom = periodCustom(first?.site_type ?? 'air');
  return (
    <Sheet name={name}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t('reports.time')}</th>
          {sites.map((site) => (
            <th key={site.site_id} scope="col">
              {site.site_name} {site.virtual_data && <VirtualMark />}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {first?.lines.map(({ ts, running }, n) => (
          <tr key={ts}>
            <th scope="row">
              {lineName(kind, ts, custom, language)}
              {running && <RunningMark />}
            </th>
            {sites.map((site) => {
              const line = site.lines[n];
              return <td key={site.site_id}>{line && cell(site, line, n)}</td>;
            })}
          </tr>
        ))}
      </tbody>
      <tfoot>
        {foot.map(({ key, name: title, cell: whole }) => (
          <tr key={key}>
            <th scope="row">{title}</th>
            {sites.map((site) => (
              <td key={site.site_id}>{whole(site)}</td>
            ))}
          </tr>
        ))}
      </tfoot>
    </Sheet>
  );
}
