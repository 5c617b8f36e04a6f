import { type ComparedKey, judgedKeys, wholeKey } from '#shared/domain/report-text.ts';
import { useT } from '#web/i18n.ts';
import { RunningMark } from '#web/ui/RunningMark.tsx';
import { isRunningClass, Judged, LeftOut, Verdict } from './Judged.tsx';
import { SitesSheet } from './SitesSheet.tsx';
import type { ShownReport } from './shown-report.ts';

interface JudgedCompareSheetProps extends ShownReport {
  of: ComparedKey;
}

/** AQI or water class compared across sites. */
export function JudgedCompareSheet({ kind, date, report, of, onWhy }: JudgedCompareSheetProps) {
  const t = useT();
  const sites = report.sites.filter(({ site_type }) => judgedKeys(kind, site_type).includes(of));
  const whyIndex = (site_id: number, ts: string, period: 'hour' | 'day') =>
    onWhy({ about: 'index', site_id, ts, figure: null, period });
  const whyClass = (site_id: number, ts: string | null) => onWhy({ about: 'class', site_id, kind, date, ts });
  const whyLine = {
    aqi: (site_id: number, ts: string) => whyIndex(site_id, ts, kind === 'day' ? 'hour' : 'day'),
    good: undefined,
    class: whyClass,
  }[of];
  return (
    <SitesSheet
      name={t(`reports.${of}`)}
      caption={t(`reports.${of}`)}
      kind={kind}
      sites={sites}
      cell={({ site_id }, line) => (
        <>
          <Judged of={of} line={line} onWhy={whyLine && ((start) => whyLine(site_id, start))} />
          {of === 'class' && <LeftOut of={line} />}
        </>
      )}
      foot={[
        {
          key: of,
          name: t(`reports.${wholeKey(kind, of)}`),
          cell: (site) => (
            <>
              <Verdict
                site={site}
                span={report}
                onWhyClass={() => whyClass(site.site_id, null)}
                onWhyDay={() => whyIndex(site.site_id, report.from, 'day')}
              />
              {of === 'class' && isRunningClass(site) && <RunningMark />}
              {of === 'class' && <LeftOut of={site} />}
            </>
          ),
        },
      ]}
    />
  );
}
