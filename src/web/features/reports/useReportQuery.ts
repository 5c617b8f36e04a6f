import type { ReportLayout } from '#shared/contract/reports/reports.ts';
import { type ComparedKey, comparedKeys } from '#shared/domain/report-text.ts';
import { formatTime } from '#shared/domain/time.ts';
import { isIsoDate } from '#shared/domain/validators.ts';
import { useAddress } from '#web/ui/useAddress.ts';

export const reportTabs = ['report', 'schedules', 'kept'] as const;
export type ReportTab = (typeof reportTabs)[number];

interface Change {
  site_ids?: readonly number[];
  date?: string;
  layout?: ReportLayout;
  component_id?: number | undefined;
  judged?: ComparedKey | undefined;
}

const noList = Object.fromEntries(
  ['page_index', 'page_size', 'sort', 'order', 'keyword', 'kind', 'schedule_id'].map((key) => [
    key,
    undefined,
  ]),
);

/** Query from the URL; default: the current day, week, month or year. */
export function useReportQuery() {
  const { params, numbers, change } = useAddress();
  const chosen = params.get('date') ?? '';
  return {
    site_ids: numbers('site_ids'),
    date: isIsoDate(chosen) ? chosen : formatTime(new Date(), 'yyyy-MM-dd'),
    layout: (params.get('layout') === 'compare' ? 'compare' : 'sheets') as ReportLayout,
    component_id: numbers('component_id')[0],
    /** Compares sites by this assessment instead of a factor. */
    judged: comparedKeys.find((key) => key === params.get('judged')),
    tab: reportTabs.find((tab) => tab === params.get('tab')) ?? 'report',
    /** Clears page, sorting and filters of the lists when the tab changes. */
    turn: (tab: string) => change({ tab: tab === 'report' ? undefined : tab, ...noList }),
    change: (patch: Change) => change({ ...patch }),
  };
}
