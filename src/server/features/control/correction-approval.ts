import type { Ctx } from '#server/app.ts';
import { policyOf } from '#server/competence/policy.ts';
import { requireCompetence } from '#server/competence/require.ts';
import { json, sql } from '#server/db/sql.ts';
import { scope } from '#server/scope.ts';
import type { corrections } from '#shared/contract/control/corrections.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import type { SiteCorrections } from '#shared/domain/correction-versions.ts';
import { Fault } from '#shared/faults.ts';
import { type Item, lockSite, type NewChange, requireSolvable, storeChange } from './correction-set.ts';

type Kinds = readonly ('kb_set' | 'kcc_set')[];

const inOrder = (list: Item['list']) =>
  JSON.stringify(list.map(({ other, c }) => [other, c]).sort(([a = 0], [b = 0]) => a - b));

/** The commands that a change corresponds to: always K and B, and interference if it changes its coefficients. */
export function kindsOf(
  known: SiteCorrections,
  items: readonly Pick<Item, 'component_id' | 'list'>[],
  from: number,
  to = Number.POSITIVE_INFINITY,
): Kinds {
  const isOther = items.some(({ component_id, list }) => {
    const versions = known.get(component_id) ?? [];
    const before = versions.findLast((version) => version.from <= from)?.list ?? [];
    const within = versions.filter((version) => version.from > from && version.from < to);
    return [before, ...within.map((version) => version.list)].some(
      (held) => inOrder([...held]) !== inOrder(list),
    );
  });
  return isOther ? ['kb_set', 'kcc_set'] : ['kb_set'];
}

/** The same for a stored change. */
export async function kindsOfChange({ db }: Ctx, change_id: number): Promise<Kinds> {
  const listed = await db.one(sql`
    select from correction_version where change_id = ${change_id} and list <> '[]'
    union all
    select from correction_version where replaced_by = ${change_id} and list <> '[]' limit 1`);
  return listed ? ['kb_set', 'kcc_set'] : ['kb_set'];
}

/** Platform corrections need approval if the corresponding device command does. */
export async function needsApproval(ctx: Ctx, kinds: Kinds): Promise<boolean> {
  for (const kind of kinds) if ((await policyOf(ctx, kind)).needs_approval) return true;
  return false;
}

export async function requireCompetences(ctx: Ctx, kinds: Kinds): Promise<void> {
  for (const command_kind of kinds) await requireCompetence(ctx, { command_kind });
}

/** Stores a change that awaits approval. */
export async function storeWish(
  { db, user, now }: Ctx,
  { site_id, items, from, to, reason }: NewChange,
  fromNow: boolean,
): Promise<number> {
  const row = await db.one<{ change_id: number }>(sql`
    insert into correction_change
      (site_id, from_at, to_at, reason, created_by, created_by_name, created_at, state, items, from_now)
    values (${site_id}, ${from}, ${to}, ${reason}, ${user.user_id}, ${user.real_name}, ${now()},
            'awaiting_approval', ${json(items)}, ${fromNow}) returning change_id`);
  return row?.change_id ?? 0;
}

export async function waitingChanges({ db, user }: Ctx): Promise<AnswerOf<typeof corrections.waiting>> {
  const changes = await db.rows<AnswerOf<typeof corrections.waiting>['changes'][number]>(sql`
    select x.change_id, x.site_id, s.site_name, x.created_by_name, x.created_at, x.reason,
           case when not x.from_now then x.from_at end as from_at, x.to_at,
           x.created_by is not distinct from ${user.user_id} as own,
           (select jsonb_agg(i.item || jsonb_build_object('component_name', c.component_name,
                                                          'component_name_en', c.component_name_en) order by i.place)
              from jsonb_array_elements(x.items) with ordinality as i (item, place)
              join component c on c.component_id = (i.item->>'component_id')::smallint) as items
      from correction_change x join site s using (site_id)
     where x.state = 'awaiting_approval' and ${scope(user, sql`x.site_id`)} order by x.change_id`);
  return { changes };
}

interface Wish {
  site_id: number;
  seen: boolean;
  own: boolean;
  created_by: number | null;
  from_at: string;
  to_at: string | null;
  from_now: boolean;
  items: Item[];
  reason: string;
  created_by_name: string;
  place: 'device' | 'platform';
}

/** Approves or refuses a change. Checks an approved one again, because other corrections may have changed since. */
export async function decideOnWish(
  ctx: Ctx,
  change_id: number,
  approved: boolean,
): Promise<{ site_id: number; change_id: number; job_id: number | null }> {
  const { db, user, now } = ctx;
  const wish = await db.one<Wish>(sql`
    select x.site_id, ${scope(user, sql`x.site_id`)} as seen, x.created_by is not distinct from ${user.user_id} as own,
           x.from_at, x.to_at, x.from_now, x.items, x.reason, x.created_by, x.created_by_name, coalesce(p.place, 'device') as place
      from correction_change x left join correction_place p using (site_id)
     where x.change_id = ${change_id} and x.state = 'awaiting_approval' for update of x`);
  if (!wish) throw new Fault('no_data');
  const { site_id, items, reason } = wish;
  if (!wish.seen) throw new Fault('no_authority');
  if (wish.own) throw new Fault('edit_failed', { detail: 'command_own_approval' });
  if (!approved) {
    await db.run(sql`
      update correction_change set state = 'refused', approved_by_name = ${user.real_name}
       where change_id = ${change_id}`);
    return { site_id, change_id, job_id: null };
  }
  await lockSite(db, site_id);
  if (wish.place !== 'platform') throw new Fault('edit_failed', { detail: 'corrected_in_device' });
  const change: NewChange = {
    ...{ site_id, items, reason },
    from: wish.from_now ? now() : new Date(wish.from_at),
    to: wish.to_at ? new Date(wish.to_at) : null,
  };
  await requireSolvable(ctx, change);
  // The change gets a new ID when it takes effect, because only the change with the highest ID can be undone.
  await db.run(sql`delete from correction_change where change_id = ${change_id}`);
  const { created_by, created_by_name } = wish;
  const stored = await storeChange(ctx, change, {
    created_by,
    created_by_name,
    approved_by_name: user.real_name,
  });
  return { site_id, ...stored };
}
