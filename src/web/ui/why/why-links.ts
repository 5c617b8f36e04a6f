import type { ReportSite } from '#shared/contract/reports.ts';

const hourMs = 3_600_000;
const periodMs = { minute: 60_000, hour: hourMs };

const iso = (ms: number) => new Date(ms).toISOString();

/** The minutes of an hour. */
export function minutesOf({ mn }: Pick<ReportSite, 'mn'>, ts: string): string {
  const query = { tab: 'measured', data_type: 'minute', from: ts, to: iso(Date.parse(ts) + hourMs) };
  return `/sites/${encodeURIComponent(mn)}?${new URLSearchParams(query)}`;
}

/** Found by the time that their values are of: what was sent again, or late, came at any time after it. */
export function packetsOf(
  { site_id }: Pick<ReportSite, 'site_id'>,
  ts: string,
  level: 'minute' | 'hour',
): string {
  const query = {
    site_id: String(site_id),
    data_time_from: ts,
    data_time_to: iso(Date.parse(ts) + periodMs[level]),
  };
  return `/countercharges/originaldata?${new URLSearchParams(query)}`;
}
