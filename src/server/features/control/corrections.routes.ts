import type { Ctx } from '#server/app.ts';
import { json, sql } from '#server/db/sql.ts';
import { handlers, inFairTurn } from '#server/http/handlers.ts';
import { readCorrections } from '#server/ingest/corrections.ts';
import { scope } from '#server/scope.ts';
import { sentValue } from '#server/series/sent-value.ts';
import { corrections } from '#shared/contract/control/corrections.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { correctionsAt, type SiteCorrections } from '#shared/domain/correction-versions.ts';
import { type Corrections, correctedValues, rawValues } from '#shared/domain/interference.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import { Fault } from '#shared/faults.ts';
import {
  decideOnWish,
  kindsOf,
  kindsOfChange,
  needsApproval,
  requireCompetences,
  storeWish,
  waitingChanges,
} from './correction-approval.ts';
import { askJob, keepForm, lockSite, requireSolvable, storeChange, withItems } from './correction-set.ts';
import { requireSites } from './reach.ts';
import { stepsOf } from './recorrect.ts';

type Data = AnswerOf<typeof corrections.data>;
const none: Corrections = { kb: new Map(), matrix: [] };
/** Bounds of the preview chart: the maximum bounds its cost, the minimum shows recent changes. */
const SHOWN_DAYS = { least: 7, most: 92 };

async function placeOf({ db }: Ctx, site_id: number): Promise<Pick<Data, 'place' | 'since' | 'reason'>> {
  const row = await db.one<Pick<Data, 'place' | 'since' | 'reason'>>(
    sql`select place, since, reason from correction_place where site_id = ${site_id}`,
  );
  return row ?? { place: 'device', since: null, reason: '' };
}

const versionsOf = ({ db }: Ctx, site_id: number) =>
  db.rows<Data['versions'][number]>(sql`
    select v.version_id, v.component_id, c.component_name, c.component_name_en, c.formula, c.unit,
           nullif(v.from_at, '-infinity') as from_at,
           lead(v.from_at) over (partition by v.component_id order by v.from_at) as to_at, v.k, v.b, v.list,
           coalesce(x.reason, '') as reason, coalesce(x.created_by_name, '') as created_by_name
      from correction_version v join component c using (component_id) left join correction_change x using (change_id)
     where v.site_id = ${site_id} and v.replaced_by is null order by c.sort, v.component_id, v.from_at desc`);

/** Not undone and not awaiting approval. */
const inEffect = sql`state in ('running', 'done', 'undoing')`;

const changesOf = ({ db }: Ctx, site_id: number) =>
  db.rows<Data['changes'][number]>(sql`
    select change_id, from_at, to_at, reason, created_by_name, created_at, state, row_count, kept, undone_by_name,
           approved_by_name, state = 'done' and change_id = max(change_id) filter (where ${inEffect}) over () as can_undo
      from correction_change where site_id = ${site_id} order by change_id desc limit 100`);

const note = ({ db }: Ctx, site_id: number, after: object) =>
  db.run(sql`select write_audit('correction_place', ${String(site_id)}, 'update', null, ${json(after)})`);

async function knownOf({ db }: Ctx, site_id: number): Promise<SiteCorrections> {
  const all = await readCorrections(db, sql`replaced_by is null and site_id = ${site_id}`);
  return all.get(site_id) ?? new Map();
}

interface Found {
  site_id: number;
  seen: boolean;
  own: boolean;
  from_at: string;
  to_at: string | null;
}

export const correctionPlaceRoutes = handlers(corrections, {
  data: async (ctx, { site_id }) => {
    await requireSites(ctx, [site_id]);
    return {
      ...(await placeOf(ctx, site_id)),
      versions: await versionsOf(ctx, site_id),
      changes: await changesOf(ctx, site_id),
    };
  },

  place: async (ctx, { site_id, place, reason }) => {
    await requireSites(ctx, [site_id]);
    await lockSite(ctx.db, site_id);
    const now = ctx.now();
    const changed = await ctx.db.run(sql`
      insert into correction_place as p (site_id, place, since, reason)
      values (${site_id}, ${place}, ${now}, ${reason})
      on conflict (site_id) do update set place = excluded.place, since = excluded.since, reason = excluded.reason
      where p.place <> excluded.place`);
    if (changed === 0 || place === 'platform') return {};
    const known = await knownOf(ctx, site_id);
    const items = [...known].flatMap(([component_id, versions]) => {
      const { k, b, list } = versions.at(-1) ?? { k: 1, b: 0, list: [] };
      return k === 1 && b === 0 && list.length === 0 ? [] : [{ component_id, k: 1, b: 0, list: [] }];
    });
    if (items.length === 0) return {};
    const kinds = kindsOf(known, items, now.getTime());
    await requireCompetences(ctx, kinds);
    if (await needsApproval(ctx, kinds))
      throw new Fault('edit_failed', { detail: 'correction_needs_approval' });
    await storeChange(ctx, { site_id, items, from: now, to: null, reason });
    return {};
  },

  set: async (ctx, { site_id, items, reason, ...span }) => {
    await requireCompetences(ctx, ['kb_set']);
    await requireSites(ctx, [site_id]);
    await lockSite(ctx.db, site_id);
    const [from, to] = [span.from ? new Date(span.from) : ctx.now(), span.to ? new Date(span.to) : null];
    if (to && from >= to) throw new Fault('start_after_end');
    if ((await placeOf(ctx, site_id)).place !== 'platform')
      throw new Fault('edit_failed', { detail: 'corrected_in_device' });
    const kinds = kindsOf(await knownOf(ctx, site_id), items, from.getTime(), to?.getTime());
    await requireCompetences(ctx, kinds);
    const change = { site_id, items, from, to, reason };
    await requireSolvable(ctx, change);
    const wished = { items, from: from.toISOString(), to: to?.toISOString() ?? null, reason };
    if (await needsApproval(ctx, kinds)) {
      const change_id = await storeWish(ctx, change, !span.from);
      await note(ctx, site_id, { ...wished, state: 'awaiting_approval' });
      return { change_id, job_id: null, awaiting_approval: true };
    }
    const stored = await storeChange(ctx, change);
    await note(ctx, site_id, wished);
    return { ...stored, awaiting_approval: false };
  },

  waiting: waitingChanges,

  approve: async (ctx, { change_id, approved }) => {
    const { site_id, ...decided } = await decideOnWish(ctx, change_id, approved);
    await note(ctx, site_id, { change_id, state: approved ? 'approved' : 'refused' });
    return decided;
  },

  preview: inFairTurn(async (ctx, { site_id, component_id, items, ...asked }) => {
    await requireSites(ctx, [site_id]);
    const now = ctx.now().getTime();
    const from = asked.from ? Date.parse(asked.from) : now;
    const to = asked.to ? Date.parse(asked.to) : Number.POSITIVE_INFINITY;
    if (from >= to) throw new Fault('start_after_end');
    const end = Math.floor(Math.min(to, now) / HOUR_MS) * HOUR_MS;
    const shown = Math.max(Math.min(from, end - SHOWN_DAYS.least * DAY_MS), end - SHOWN_DAYS.most * DAY_MS);
    const start = Math.floor(shown / HOUR_MS) * HOUR_MS;
    const known = await knownOf(ctx, site_id);
    // A change without effect on the past is previewed on the shown days.
    const next = withItems(known, items, from >= end ? start : from, to);
    const fids = factorsIn(component_id, known, next);
    const span = { from: new Date(start), to: new Date(end) };
    const { steps, columns } = await ctx.series.grid({ level: 'hour', site_ids: [site_id], fids, ...span });
    const times = Array.from({ length: steps }, (_, i) => start + i * HOUR_MS);
    const rows = times.map((at, i) => {
      const values = columns.map((column) => sentValue(column[i] ?? Number.NaN));
      const raw = rawValues(fids, values, correctionsAt(known, at) ?? none);
      return {
        value: values[0] ?? null,
        after: correctedValues(fids, raw, correctionsAt(next, at) ?? none)[0],
      };
    });
    return {
      times: times.map((at) => new Date(at).toISOString()),
      values: rows.map(({ value }) => value),
      after: rows.map(({ after }) => after ?? null),
      counts: await countsOf(ctx, site_id, new Date(from), new Date(Math.min(to, now))),
    };
  }),

  undo: async (ctx, { change_id }) => {
    const { db, user, now } = ctx;
    const kinds = await kindsOfChange(ctx, change_id);
    await requireCompetences(ctx, kinds);
    const found = await db.one<Found>(sql`
      select site_id, ${scope(user, sql`site_id`)} as seen, created_by is not distinct from ${user.user_id} as own, from_at, to_at from correction_change
       where change_id = ${change_id}`);
    if (!found) throw new Fault('no_data');
    if (!found.seen) throw new Fault('no_authority');
    const { site_id } = found;
    await lockSite(db, site_id);
    // Undoing is a change too, so users cannot undo their own without approval.
    if (found.own && (await needsApproval(ctx, kinds)))
      throw new Fault('edit_failed', { detail: 'correction_own_undo' });
    const undone = await db.run(sql`
      update correction_change c
         set state = 'undoing', undone_at = ${now()}, undone_by_name = ${user.real_name}
       where change_id = ${change_id} and state = 'done'
         and not exists (select from correction_change n
                          where n.site_id = c.site_id and n.change_id > c.change_id and n.${inEffect})`);
    if (undone === 0) throw new Fault('edit_failed', { detail: 'correction_not_last' });
    await db.run(
      sql`update correction_version set replaced_by = ${change_id} where change_id = ${change_id}`,
    );
    await db.run(sql`
      update correction_version set replaced_by = null
       where replaced_by = ${change_id} and change_id is distinct from ${change_id}`);
    await keepForm(ctx, site_id);
    await note(ctx, site_id, { change_id, state: 'undone' });
    const to = found.to_at ? new Date(found.to_at) : now();
    return { job_id: await askJob(ctx, change_id, stepsOf(new Date(found.from_at), to)) };
  },
});

/** The factor first, then all factors that it may depend on. */
function factorsIn(component_id: number, ...all: SiteCorrections[]): number[] {
  const others = all.flatMap((site) =>
    [...site].flatMap(([fid, versions]) => [
      fid,
      ...versions.flatMap(({ list }) => list.map(({ other }) => other)),
    ]),
  );
  return [...new Set([component_id, ...others])];
}

async function countsOf({ series }: Ctx, site_id: number, from: Date, to: Date) {
  const counts = { realtime: 0, minute: 0, hour: 0, day: 0 };
  if (from >= to) return counts;
  for (const data_type of ['realtime', 'minute', 'hour', 'day'] as const)
    counts[data_type] = await series.count({ site_ids: [site_id], data_type, from, to });
  return counts;
}
