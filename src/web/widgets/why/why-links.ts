import type { ReportSite } from '#shared/contract/reports/reports.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/time-units.ts';

const periodMs = { minute: MINUTE_MS, hour: HOUR_MS };

const iso = (ms: number) => new Date(ms).toISOString();

/** Link to the minutes of an hour. */
export function minutesOf({ mn }: Pick<ReportSite, 'mn'>, ts: string): string {
  const query = { tab: 'measured', data_type: 'minute', from: ts, to: iso(Date.parse(ts) + HOUR_MS) };
  return `/sites/${encodeURIComponent(mn)}?${new URLSearchParams(query)}`;
}

/** Searched by data time: resent or late packets may arrive at any later time. */
export function packetsQuestion(
  { site_id }: Pick<ReportSite, 'site_id'>,
  ts: string,
  level: 'minute' | 'hour',
) {
  return { site_id, data_time_from: ts, data_time_to: iso(Date.parse(ts) + periodMs[level]) };
}

/** Link to held packets accepted with a corrected time, searched by that time. */
export function heldOf({ site_id }: Pick<ReportSite, 'site_id'>, ts: string): string {
  const times = { taken_ts_from: ts, taken_ts_to: iso(Date.parse(ts) + HOUR_MS) };
  const query = { view: 'held', state: 'taken', site_id: String(site_id), ...times };
  return `/countercharges/originaldata?${new URLSearchParams(query)}`;
}

export function packetsOf(...asked: Parameters<typeof packetsQuestion>): string {
  const { site_id, ...times } = packetsQuestion(...asked);
  return `/countercharges/originaldata?${new URLSearchParams({ site_id: String(site_id), ...times })}`;
}
