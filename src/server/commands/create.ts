import type { App } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { json, sql } from '#server/db/sql.ts';
import { encryptPassword } from '#server/settings/device-passwords.ts';
import { type CommandKind, type CommandKindName, commandKind } from '#shared/domain/command-kinds.ts';
import type { ParamValues } from '#shared/domain/command-params.ts';
import type { CommandState } from '#shared/domain/command-run.ts';
import { topicOf } from './outcome.ts';
import { makePlan, type Plan, type Unplanned } from './plan.ts';
import { readPlanSites } from './plan-sites.ts';

/** One command of a kind: the site and the parameters. */
export interface Target {
  site_id: number;
  params: ParamValues;
  list?: readonly ParamValues[];
}

export interface NewCommands {
  kind: CommandKindName;
  targets: readonly Target[];
  reason: string;
  /** Null: the platform itself. */
  by: { user_id: number; real_name: string } | null;
  /** How long they may wait for their devices before they expire. */
  life_ms: number;
  priority?: number;
  /** Set if they are watched as a batch, even of one command. */
  batch?: { concurrency: number };
  /** They wait for approval by a second person. */
  needs_approval?: boolean;
}

export interface Created {
  batch_id: number | null;
  commands: { command_id: number; site_id: number; component_id: number | null; state: CommandState }[];
  /** Sites whose devices do not support it. */
  refused: { site_id: number; why: Unplanned }[];
}

/** Adds commands to the queue, each with its planned requests. Returns the sites whose devices do not support it. */
export async function createCommands(
  { secrets, now }: Pick<App, 'secrets' | 'now'>,
  db: Db,
  wanted: NewCommands,
): Promise<Created> {
  const kind = commandKind(wanted.kind);
  const { planned, refused } = await planAll(db, wanted, (plain) =>
    encryptPassword(plain, secrets.signing_secret),
  );
  if (planned.length === 0) return { batch_id: null, commands: [], refused };
  const batch_id = wanted.batch ? await addBatch(db, wanted, now()) : null;
  const before = await knownBefore(db, kind, planned);
  const state: CommandState = wanted.needs_approval ? 'awaiting_approval' : 'queued';
  const rows = planned.map(({ target, plan, mn }) => {
    const component_id = target.params.factor === undefined ? null : Number(target.params.factor);
    return {
      site_id: target.site_id,
      mn,
      component_id,
      params: kept(kind, target, plan),
      plan,
      before_value: before.get(`${target.site_id} ${component_id}`) ?? null,
    };
  });
  const commands = await db.rows<Created['commands'][number]>(sql`
    insert into command (kind, site_id, mn, component_id, params, plan, before_value, batch_id, priority, reason,
                         created_by, created_by_name, created_at, expires_at, state, unattended)
    select ${wanted.kind}, site_id, mn, component_id, params, plan, before_value, ${batch_id}::bigint,
           ${wanted.priority ?? 0}, ${wanted.reason}, ${wanted.by?.user_id ?? null}::integer,
           ${wanted.by?.real_name ?? ''}, ${now()}, ${new Date(now().getTime() + wanted.life_ms)}, ${state},
           ${wanted.by === null}
      from jsonb_to_recordset(${json(rows)}) as x (
             site_id integer, mn text, component_id smallint, params jsonb, plan jsonb, before_value jsonb)
    returning command_id, site_id, component_id, state`);
  return { batch_id, commands, refused };
}

/** Which of these targets do not support it, and why; adds nothing to the queue. */
export async function refusedOf(
  db: Db,
  kind: CommandKindName,
  targets: readonly Target[],
): Promise<{ at: number; why: Unplanned }[]> {
  const wanted = { kind, targets, reason: '', by: null, life_ms: 0 };
  const { refused } = await planAll(db, wanted, (plain) => plain);
  return refused.map(({ at, why }) => ({ at, why }));
}

interface Planned {
  target: Target;
  plan: Plan;
  mn: string;
}

async function planAll(db: Db, { kind: name, targets }: NewCommands, encrypt: (plain: string) => string) {
  const kind = commandKind(name);
  const reader = kind.readBy ? commandKind(kind.readBy as CommandKindName) : undefined;
  const sites = await readPlanSites(
    db,
    unique(targets.map(({ site_id }) => site_id)),
    factorsIn(kind, targets),
  );
  const planned: Planned[] = [];
  const refused: (Created['refused'][number] & { at: number })[] = [];
  for (const [at, target] of targets.entries()) {
    const { site_id, params, list } = target;
    const site = sites.get(site_id);
    const plan = site && makePlan(site, { kind, reader, name, params, encrypt, ...(list && { list }) });
    if (!site || !plan) continue;
    if (typeof plan === 'string') refused.push({ site_id, why: plan, at });
    else planned.push({ target, plan, mn: site.mn });
  }
  return { planned, refused };
}

const unique = (ids: readonly number[]) => [...new Set(ids)];

function factorsIn(kind: CommandKind, targets: readonly Target[]): number[] {
  const named = (params: CommandKind['params'], values: ParamValues) =>
    Object.entries(params).flatMap(([name, { type }]) =>
      type === 'factor' && values[name] !== undefined ? [Number(values[name])] : [],
    );
  return unique(
    targets.flatMap(({ params, list = [] }) => [
      ...named(kind.params, params),
      ...list.flatMap((entry) => named(kind.list ?? {}, entry)),
    ]),
  );
}

/** The parameters as they are stored, secrets encrypted. */
function kept(kind: CommandKind, { params, list }: Target, { slots, secrets }: Plan): object {
  const shown = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, secrets.includes(name) ? slots[name] : value]),
  );
  return kind.list ? { ...shown, list } : shown;
}

async function addBatch(db: Db, { kind, reason, by, batch }: NewCommands, now: Date): Promise<number | null> {
  const row = await db.one<{ batch_id: number }>(sql`
    insert into command_batch (kind, reason, concurrency, created_by, created_by_name, created_at)
    values (${kind}, ${reason}, ${batch?.concurrency ?? 50}, ${by?.user_id ?? null}, ${by?.real_name ?? ''}, ${now})
    returning batch_id`);
  return row?.batch_id ?? null;
}

/** The last known values of what is to be set, by site and factor. */
async function knownBefore(
  db: Db,
  kind: CommandKind,
  planned: readonly Planned[],
): Promise<Map<string, object>> {
  if (!kind.readBy) return new Map();
  const topic = topicOf(kind.readBy);
  const rows = await db.rows<{
    site_id: number;
    component_id: number | null;
    values: object;
    at: string;
  }>(sql`
    select site_id, component_id, jsonb_object_agg(split_part(item, '.', 2), value) as values, min(at) as at
      from device_value
     where site_id = any(${unique(planned.map(({ target }) => target.site_id))}) and item like ${`${topic}.%`}
     group by site_id, component_id`);
  return new Map(
    rows.map(({ site_id, component_id, values, at }) => [`${site_id} ${component_id}`, { values, at }]),
  );
}
