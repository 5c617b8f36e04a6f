import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { scope } from '#server/scope.ts';
import { controlLease } from '#shared/contract/control/lease.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { may } from '#shared/domain/may.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { Fault } from '#shared/faults.ts';
import { requireSites } from './reach.ts';

type Row = AnswerOf<typeof controlLease.data>['data_info'][number];

/** The leases that are open now. */
function openLeases({ db, user, now }: Ctx, site_ids: readonly number[] | undefined): Promise<Row[]> {
  return db.rows<Row>(sql`
    select h.site_id, s.site_name, s.mn, h.user_id, u.real_name, h.user_id = ${user.user_id} as mine, h.opened_at,
           h.until_at, h.reason
      from control_lease h join site s using (site_id) join user_account u using (user_id)
     where h.until_at > ${now()} and ${scope(user, sql`h.site_id`)}
       and (${site_ids === undefined} or h.site_id = any(${site_ids ?? []}))
     order by h.until_at, h.site_id`);
}

const untilIn = ({ now }: Ctx, minutes: number) => new Date(now().getTime() + minutes * MINUTE_MS);

export const controlLeaseRoutes = handlers(controlLease, {
  /** All or none: fails if another user has the lease of one of the devices. */
  open: async (ctx, { site_ids, minutes, reason }) => {
    const wanted = [...new Set(site_ids)].sort((a, b) => a - b);
    await requireSites(ctx, wanted);
    const until_at = untilIn(ctx, minutes);
    const { db, user, now } = ctx;
    const opened = await db.run(sql`
      insert into control_lease as h (site_id, user_id, opened_at, until_at, reason)
      select site_id, ${user.user_id}, ${now()}, ${until_at}, ${reason} from unnest(${wanted}::integer[]) as x (site_id)
       order by site_id
      on conflict (site_id) do update
        set user_id = excluded.user_id, opened_at = excluded.opened_at, until_at = excluded.until_at, reason = excluded.reason
      where h.until_at <= ${now()}`);
    if (opened < wanted.length) throw held(await openLeases(ctx, wanted), user.user_id);
    return { until_at: until_at.toISOString(), opened };
  },

  extend: async (ctx, { site_ids, minutes }) => {
    await requireSites(ctx, site_ids);
    const until_at = untilIn(ctx, minutes);
    const { db, user, now } = ctx;
    const extended = await db.run(sql`
      update control_lease set until_at = greatest(until_at, ${until_at}::timestamptz)
       where site_id = any(${site_ids}) and user_id = ${user.user_id} and until_at > ${now()}`);
    if (extended === 0) throw new Fault('control_off');
    return { until_at: until_at.toISOString(), extended };
  },

  /** Users may close their own leases; closing another user's needs `command.approve`. */
  close: async (ctx, { site_ids }) => {
    await requireSites(ctx, site_ids);
    const open = await openLeases(ctx, site_ids);
    if (open.length === 0) throw new Fault('control_close_repeated');
    const closable = open.filter(({ mine }) => mine || may(ctx.user, 'command.approve'));
    if (closable.length === 0) {
      const name = open[0]?.real_name ?? '';
      throw new Fault('control_close_failed', { detail: 'control_held', params: { name } });
    }
    const closed = await ctx.db.run(sql`
      update control_lease set until_at = greatest(opened_at, ${ctx.now()}::timestamptz)
       where site_id = any(${closable.map(({ site_id }) => site_id)}) and until_at > ${ctx.now()}`);
    return { closed };
  },

  data: async (ctx, { site_ids }) => {
    if (site_ids) await requireSites(ctx, site_ids);
    const data_info = await openLeases(ctx, site_ids);
    return { data_info, total: data_info.length };
  },
});

/** Code 175 if the user has the leases already, 178 if another user has one. */
function held(open: readonly Row[], user_id: number): Fault {
  const other = open.find((each) => each.user_id !== user_id);
  if (!other) return new Fault('control_open_repeated');
  return new Fault('control_open_failed', { detail: 'control_held', params: { name: other.real_name } });
}
