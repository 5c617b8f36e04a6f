import { periodCustom } from '#shared/domain/period-name.ts';
import { lineName } from '#shared/domain/report-line.ts';
import { type ComparedKey, judgedKeys, wholeKey } from '#shared/domain/report-text.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { RunningMark } from '#web/ui/RunningMark.tsx';
import { VirtualMark } from '#web/widgets/VirtualMark.tsx';
import { isRunningClass, Judged, LeftOut, Verdict } from './Judged.tsx';
import { Sheet } from './Sheet.tsx';
import type { ShownReport } from './shown-report.ts';

interface JudgedCompareSheetProps extends ShownReport {
  of: ComparedKey;
}

/** An index or class: a line per hour, day or month, a column per site that is judged by it. */
export function JudgedCompareSheet({ kind, date, report, of, onWhy }: JudgedCompareSheetProps) {
  const t = useT();
  const language = useLanguage();
  const sites = report.sites.filter(({ site_type }) => judgedKeys(kind, site_type).includes(of));
  const custom = periodCustom(sites[0]?.site_type ?? 'air');
  const whyIndex = (site_id: number, ts: string, period: 'hour' | 'day') =>
    onWhy({ about: 'index', site_id, ts, figure: null, period });
  const whyClass = (site_id: number, ts: string | null) => onWhy({ about: 'class', site_id, kind, date, ts });
  const whyLine = {
    aqi: (site_id: number, ts: string) => whyIndex(site_id, ts, kind === 'day' ? 'hour' : 'day'),
    good: undefined,
    class: whyClass,
  }[of];
  return (
    <Sheet name={t(`reports.${of}`)}>
      <caption>{t(`reports.${of}`)}</caption>
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
        {sites[0]?.lines.map(({ ts, running }, n) => (
          <tr key={ts}>
            <th scope="row">
              {lineName(kind, ts, custom, language)}
              {running && <RunningMark />}
            </th>
            {sites.map(({ site_id, lines }) => {
              const line = lines[n];
              return (
                <td key={site_id}>
                  {line && (
                    <Judged of={of} line={line} onWhy={whyLine && ((start) => whyLine(site_id, start))} />
                  )}
                  {line && of === 'class' && <LeftOut of={line} />}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t(`reports.${wholeKey(kind, of)}`)}</th>
          {sites.map((site) => (
            <td key={site.site_id}>
              <Verdict
                site={site}
                span={report}
                onWhyClass={() => whyClass(site.site_id, null)}
                onWhyDay={() => whyIndex(site.site_id, report.from, 'day')}
              />
              {of === 'class' && isRunningClass(site) && <RunningMark />}
              {of === 'class' && <LeftOut of={site} />}
            </td>
          ))}
        </tr>
      </tfoot>
    </Sheet>
  );
}
