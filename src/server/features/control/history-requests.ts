import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { openStates, waitingStates } from '#shared/domain/command-run.ts';
import { historyKinds, type ResupplyType } from '#shared/domain/resupply.ts';
import type { Looked } from './missing.ts';

/** HJ 212 ExeRtn: the device has no data for this period. */
const NO_DATA = 100;

interface HistoryRequest {
  site_id: number;
  from_at: string;
  /** Exclusive. */
  to_at: string;
  is_open: boolean;
  /** Answered completely, so the device does not have what is still missing. */
  is_answered: boolean;
}

/** Requests for history that overlap the span, oldest first. */
export function historyRequests(
  db: Db,
  { site_ids, data_type }: { site_ids: readonly number[]; data_type: ResupplyType },
  { from, to }: { from: number; to: number },
): Promise<HistoryRequest[]> {
  return db.rows<HistoryRequest>(sql`
    with asked as materialized (
      select command_id, site_id, params, state, exe_rtn from command
       where site_id = any(${site_ids}) and kind = ${historyKinds[data_type]} and created_at >= ${new Date(from)})
    select site_id, (params ->> 'from')::timestamptz as from_at, (params ->> 'to')::timestamptz as to_at,
           state = any(${[...openStates, ...waitingStates]}) as is_open,
           state = 'succeeded' or coalesce(exe_rtn = ${NO_DATA}, false) as is_answered
      from asked
     where (params ->> 'from')::timestamptz < ${new Date(to)} and (params ->> 'to')::timestamptz > ${new Date(from)}
     order by command_id`);
}

const [UNASKED, UNDER_WAY, ABSENT] = [0, 1, 2];

/**
 * Bins of a site with missing periods that are being requested (`under_way`), or that the device does not have
 * (`absent`).
 */
export function askedBins(
  { site_id, starts, present, step_ms }: Pick<Looked, 'site_id' | 'starts' | 'present' | 'step_ms'>,
  requests: readonly HistoryRequest[],
  bin_ms: number,
): { under_way: number[]; absent: number[] } {
  const [first = 0] = starts;
  const asked = new Uint8Array(starts.length);
  const placeOf = (iso: string) =>
    Math.min(Math.max(Math.ceil((Date.parse(iso) - first) / step_ms), 0), starts.length);
  // Requests are in order of time, so the newest one for a period wins.
  for (const request of requests) {
    if (request.site_id !== site_id) continue;
    const state = request.is_open ? UNDER_WAY : request.is_answered ? ABSENT : UNASKED;
    asked.fill(state, placeOf(request.from_at), placeOf(request.to_at));
  }
  const missing = new Map<number, Set<number>>();
  for (const [place, at] of starts.entries()) {
    if (present.has(at)) continue;
    const bin = Math.floor((at - first) / bin_ms);
    missing.set(bin, (missing.get(bin) ?? new Set()).add(asked[place] ?? UNASKED));
  }
  const bins = [...missing];
  return {
    under_way: bins.flatMap(([bin, states]) => (states.has(UNDER_WAY) ? [bin] : [])),
    absent: bins.flatMap(([bin, states]) => (states.size === 1 && states.has(ABSENT) ? [bin] : [])),
  };
}
