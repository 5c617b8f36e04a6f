import type { App } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { json, sql } from '#server/db/sql.ts';
import { compareGaps, GRACE_MS, type KnownGap, startsIn } from '#shared/domain/auto-resupply.ts';
import type { ResupplyType, Stretch } from '#shared/domain/resupply.ts';
import { DAY_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import { floorFor, presentOf, stepOf } from './periods.ts';

type LookApp = Pick<App, 'pool' | 'series' | 'now'>;

/** Devices per round, so that due requests do not wait long. */
const AT_ONCE = 20;

interface DueSite {
  site_id: number;
  data_types: ResupplyType[];
  window_days: number;
  every_minutes: number;
  known_since: Partial<Record<ResupplyType, string>>;
  minute_step: number;
}

/** Looks for gaps of the devices that are due. Returns their number. */
export async function lookAtDue(app: LookApp): Promise<number> {
  const due = await app.pool.rows<DueSite>(sql`
    select a.site_id, a.data_types, a.window_days, a.every_minutes, k.known_since,
           coalesce(g.minute_step, 1) as minute_step
      from auto_resupply_look k join auto_resupply a using (site_id) join site s using (site_id)
      left join agreement g using (agreement_id)
     where a.running and k.next_at <= ${app.now()} order by k.next_at, a.site_id limit ${AT_ONCE}`);
  for (const site of due) await lookAt(app, site);
  return due.length;
}

/** Expected and missing periods of one data type. */
interface Seen {
  data_type: ResupplyType;
  step_ms: number;
  from: number;
  missing: number[];
  known_since: number | undefined;
}

async function lookAt(app: LookApp, site: DueSite): Promise<void> {
  const now = app.now();
  const seen: Seen[] = [];
  for (const data_type of site.data_types) seen.push(await see(app, site, data_type, now.getTime()));
  await app.pool.tx({}, async (db) => {
    const known_since = Object.fromEntries(
      seen.flatMap((each) =>
        each.known_since === undefined ? [] : [[each.data_type, new Date(each.known_since).toISOString()]],
      ),
    );
    const total = seen.reduce((sum, { missing }) => sum + missing.length, 0);
    const mine = await db.run(sql`
      update auto_resupply_look
         set next_at = ${new Date(now.getTime() + site.every_minutes * MINUTE_MS)}, looked_at = ${now},
             missing = ${total}, known_since = known_since || ${json(known_since)}::jsonb
       where site_id = ${site.site_id} and next_at <= ${now}`);
    if (mine > 0) await writeDown(db, site.site_id, seen, now, total);
  });
}

/** Nothing is missing before the first known period: the device may not have existed. */
async function see(
  { series }: LookApp,
  { site_id, window_days, minute_step, known_since }: DueSite,
  data_type: ResupplyType,
  now: number,
): Promise<Seen> {
  const step_ms = stepOf(data_type, minute_step);
  const from = floorFor(data_type, now - window_days * DAY_MS);
  // Only periods that have been over for a while.
  const to = from + Math.floor((now - GRACE_MS[data_type] - from) / step_ms) * step_ms;
  const starts = startsIn({ from, to }, step_ms);
  const present = await presentOf(series, site_id, data_type, starts);
  const before = known_since[data_type];
  const first = Math.min(before ? Date.parse(before) : Number.POSITIVE_INFINITY, ...firstOf(starts, present));
  const missing = starts.filter((at) => at >= first && !present.has(at));
  return { data_type, step_ms, from, missing, known_since: Number.isFinite(first) ? first : undefined };
}

function firstOf(starts: readonly number[], present: ReadonlySet<number>): number[] {
  const first = starts.find((at) => present.has(at));
  return first === undefined ? [] : [first];
}

async function writeDown(
  db: Db,
  site_id: number,
  seen: readonly Seen[],
  now: Date,
  total: number,
): Promise<void> {
  let found = 0;
  let filled = 0;
  for (const each of seen) {
    await leaveWindow(db, site_id, each, now);
    const known = await knownGaps(db, site_id, each);
    const compared = compareGaps(each.data_type, each.step_ms, each.missing, known);
    const grownTo = new Map(compared.grown.map(({ gap_id, to }) => [gap_id, to]));
    const left = known.map((gap) => ({
      gap_id: gap.gap_id,
      to: grownTo.get(gap.gap_id) ?? gap.to,
      ...asked(compared.left.get(gap.gap_id) ?? [], each.step_ms),
    }));
    const before = known.reduce((sum, gap) => sum + gap.missing, 0);
    const after = left.reduce((sum, gap) => sum + gap.missing, 0);
    const grew = compared.grown.reduce((sum, { gap_id, to }) => {
      const gap = known.find((one) => one.gap_id === gap_id);
      return sum + (gap ? (to - gap.to) / each.step_ms : 0);
    }, 0);
    filled += Math.max(0, before + grew - after);
    found += grew + (await addGaps(db, site_id, each, compared.found, now));
    await changeGaps(db, left, now);
  }
  const due = await db.one(sql`
    select from resupply_gap where site_id = ${site_id} and state = 'open' and next_at <= ${now} limit 1`);
  if (found === 0 && filled === 0 && !due) return;
  await db.run(sql`
    insert into resupply_run (site_id, at, found, missing, filled)
    values (${site_id}, ${now}, ${found}, ${total}, ${filled})`);
}

/** Gaps older than the window are no longer requested. */
async function leaveWindow(db: Db, site_id: number, { data_type, from }: Seen, now: Date): Promise<void> {
  await db.run(sql`
    update resupply_gap set state = 'gave_up', why = 'too_old', ended_at = ${now}
     where site_id = ${site_id} and data_type = ${data_type} and state = 'open' and to_at <= ${new Date(from)}`);
}

interface StoredGap extends KnownGap {
  missing: number;
}

/** Open gaps in the window; requests under way are settled when their command ends. */
async function knownGaps(db: Db, site_id: number, { data_type, from }: Seen): Promise<StoredGap[]> {
  const rows = await db.rows<Omit<StoredGap, 'from' | 'to'> & { from_at: string; to_at: string }>(sql`
    select gap_id, from_at, to_at, state, tries, missing from resupply_gap
     where site_id = ${site_id} and data_type = ${data_type} and state <> 'filled' and to_at > ${new Date(from)}
     order by from_at for update`);
  return rows.map(({ from_at, to_at, ...gap }) => ({
    ...gap,
    from: Date.parse(from_at),
    to: Date.parse(to_at),
  }));
}

/** From the first to the last missing period. */
function asked(missing: readonly number[], step_ms: number) {
  const [first, last] = [missing[0], missing.at(-1)];
  return {
    missing: missing.length,
    ask_from: first === undefined ? null : new Date(first).toISOString(),
    ask_to: last === undefined ? null : new Date(last + step_ms).toISOString(),
  };
}

/** Returns the number of new periods. */
async function addGaps(
  db: Db,
  site_id: number,
  { data_type, step_ms }: Seen,
  found: readonly Stretch[],
  now: Date,
): Promise<number> {
  if (found.length === 0) return 0;
  const rows = found.map(({ from, to }) => ({
    from_at: new Date(from).toISOString(),
    to_at: new Date(to).toISOString(),
    missing: Math.round((to - from) / step_ms),
  }));
  const added = await db.rows<{ missing: number }>(sql`
    insert into resupply_gap (site_id, data_type, from_at, to_at, step_ms, ask_from, ask_to, missing, found_at, next_at)
    select ${site_id}, ${data_type}, from_at, to_at, ${step_ms}, from_at, to_at, missing, ${now}, ${now}
      from jsonb_to_recordset(${json(rows)}) as x (from_at timestamptz, to_at timestamptz, missing integer)
    on conflict do nothing returning missing`);
  return added.reduce((sum, { missing }) => sum + missing, 0);
}

/** Gaps that were given up and arrived after all are filled too. */
async function changeGaps(
  db: Db,
  left: readonly (ReturnType<typeof asked> & { gap_id: number; to: number })[],
  now: Date,
): Promise<void> {
  if (left.length === 0) return;
  const rows = left.map(({ to, ...gap }) => ({ ...gap, to_at: new Date(to).toISOString() }));
  await db.run(sql`
    update resupply_gap g
       set missing = x.missing, to_at = x.to_at, ask_from = coalesce(x.ask_from, g.ask_from),
           ask_to = coalesce(x.ask_to, g.ask_to),
           state = case when x.missing = 0 then 'filled' else g.state end,
           why = case when x.missing = 0 then null else g.why end,
           ended_at = case when x.missing = 0 then ${now}::timestamptz else g.ended_at end
      from jsonb_to_recordset(${json(rows)}) as x (
             gap_id bigint, missing integer, to_at timestamptz, ask_from timestamptz, ask_to timestamptz)
     where g.gap_id = x.gap_id and g.state <> 'requested'
       and (g.missing, g.to_at) is distinct from (x.missing, x.to_at)`);
}
