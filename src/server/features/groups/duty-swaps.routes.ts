import type { Ctx } from '#server/app.ts';
import { requireCovers } from '#server/authority/authority.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { dutyPlans } from '#server/duty/plan.ts';
import { handlers } from '#server/http/handlers.ts';
import { notify, sayInBoth } from '#server/messages/notify.ts';
import { dutySwaps } from '#shared/contract/groups/duty-calendar.ts';
import { type DutyTurn, dateAfter, turnsOn } from '#shared/domain/duty-calendar.ts';
import { Fault } from '#shared/faults.ts';

interface Wanted {
  user_group_id: number;
  user_id: number;
  to_user_id: number;
  on_date: string;
  start_time: string;
  return_date: string | null;
  return_start: string | null;
}

interface Swap extends Wanted {
  swap_id: number;
  state: string;
}

type SwapNews = 'asked' | 'agreed' | 'refused' | 'withdrawn' | 'set' | 'undone';

/** Serializes changes to a group's roster, dates and swaps, so that checks still hold when the change is stored. */
async function lockGroup(db: Db, user_group_id: number): Promise<void> {
  const there = await db.run(sql`select from user_group where user_group_id = ${user_group_id} for update`);
  if (there === 0) throw new Fault('no_data');
}

/**
 * Both turns as planned now. Fails if a turn is not planned or is over (for swaps between members: has begun), and if a
 * user would have two turns at once.
 */
async function requireFits(ctx: Ctx, wanted: Wanted, mayHaveBegun: boolean): Promise<DutyTurn> {
  const { user_group_id, user_id, to_user_id, on_date, start_time, return_date, return_start } = wanted;
  if (to_user_id === user_id) refuse('to_user_id', 'unknown_value');
  const members = await ctx.db.run(sql`
    select from user_group_member where user_group_id = ${user_group_id} and user_id in (${user_id}, ${to_user_id})`);
  if (members < 2) refuse('to_user_id', 'not_a_member');
  const dates = [on_date, return_date ?? on_date].sort();
  const [first, last] = [dateAfter(dates[0] ?? on_date, -1), dateAfter(dates[1] ?? on_date, 1)];
  const plan = (await dutyPlans(ctx.db, [user_group_id], first, last)).get(user_group_id);
  if (!plan) throw new Fault('no_data');
  const turnOf = (whose: number, date: string, start: string) => {
    const turn = turnsOn(plan, date).find((one) => one.user_id === whose && one.start_time === start);
    if (!turn) throw new Fault('processing_failed', { detail: 'duty_turn_gone' });
    if ((mayHaveBegun ? turn.to : turn.from) <= ctx.now())
      throw new Fault('processing_failed', { detail: 'duty_turn_begun' });
    return turn;
  };
  const turn = turnOf(user_id, on_date, start_time);
  const given =
    return_date && return_start !== null ? turnOf(to_user_id, return_date, return_start) : undefined;
  const requireFree = (whose: number, taken: DutyTurn, but?: DutyTurn) => {
    const around = [-1, 0, 1].flatMap((days) => turnsOn(plan, dateAfter(taken.on_date, days)));
    const isBusy = around.some(
      (one) =>
        one.user_id === whose &&
        !(one.on_date === but?.on_date && one.start_time === but.start_time) &&
        one.from < taken.to &&
        taken.from < one.to,
    );
    if (isBusy) throw new Fault('processing_failed', { detail: 'duty_person_busy' });
  };
  requireFree(to_user_id, turn, given);
  if (given) requireFree(user_id, given, turn);
  return turn;
}

function refuse(field: string, problem: string): never {
  throw new Fault('parameter_error', { fields: [{ field, problem, params: { name: '' } }] });
}

async function store(
  ctx: Ctx,
  wanted: Wanted & { note: string },
  turn: DutyTurn,
  state: 'asked' | 'agreed',
): Promise<Swap> {
  const { user } = ctx;
  const decided = state === 'agreed' ? ctx.now() : null;
  const row = await ctx.db.one<Swap>(sql`
    insert into duty_swap (user_group_id, user_id, to_user_id, on_date, start_time, end_time, return_date, return_start,
                           note, state, asked_by, asked_at, decided_by, decided_at)
    values (${wanted.user_group_id}, ${wanted.user_id}, ${wanted.to_user_id}, ${wanted.on_date}, ${wanted.start_time},
            ${turn.end_time}, ${wanted.return_date}, ${wanted.return_start}, ${wanted.note}, ${state}, ${user.real_name},
            ${ctx.now()}, ${decided && user.real_name}, ${decided})
    returning *`);
  if (!row) throw new Fault('add_failed');
  return row;
}

/** Notifies the affected users except the acting one, in both languages. */
async function tell(ctx: Ctx, news: SwapNews, swap: Wanted): Promise<void> {
  const people = [swap.user_id, swap.to_user_id].filter((one) => one !== ctx.user.user_id);
  const slots = { name: ctx.user.real_name, date: swap.on_date, time: swap.start_time };
  const key = `dutyCalendar.told_${news}`;
  await notify(ctx, ctx.db, people, { kind: 'order', ...sayInBoth({ subject: key, body: key }, slots) });
}

export const dutySwapRoutes = handlers(dutySwaps, {
  ask: async (ctx, asked) => {
    const wanted = { ...asked, user_id: ctx.user.user_id };
    await lockGroup(ctx.db, wanted.user_group_id);
    const swap = await store(ctx, wanted, await requireFits(ctx, wanted, false), 'asked');
    await tell(ctx, 'asked', swap);
    return { swap_id: swap.swap_id };
  },

  set: async (ctx, wanted) => {
    await lockGroup(ctx.db, wanted.user_group_id);
    await requireCovers(ctx, [wanted.user_id, wanted.to_user_id]);
    const turn = await requireFits(ctx, wanted, true);
    // Withdraws open requests for this turn.
    await ctx.db.run(sql`
      update duty_swap set state = 'withdrawn', decided_at = ${ctx.now()}, decided_by = ${ctx.user.real_name}
       where user_group_id = ${wanted.user_group_id} and on_date = ${wanted.on_date} and user_id = ${wanted.user_id}
         and start_time = ${wanted.start_time} and state = 'asked'`);
    const swap = await store(ctx, wanted, turn, 'agreed');
    await tell(ctx, 'set', swap);
    return { swap_id: swap.swap_id };
  },

  answer: async (ctx, { swap_id, answer }) => {
    const { db, user } = ctx;
    const found = await db.one<{ user_group_id: number }>(
      sql`select user_group_id from duty_swap where swap_id = ${swap_id}`,
    );
    if (!found) throw new Fault('no_data');
    await lockGroup(db, found.user_group_id);
    const state = ({ accept: 'agreed', refuse: 'refused', withdraw: 'withdrawn' } as const)[answer];
    const whose = answer === 'withdraw' ? sql`user_id` : sql`to_user_id`;
    const asked = await db.one<Swap & { is_mine: boolean }>(
      sql`select *, ${whose} = ${user.user_id} as is_mine from duty_swap where swap_id = ${swap_id}`,
    );
    if (!asked) throw new Fault('no_data');
    if (!asked.is_mine) throw new Fault('no_authority');
    if (asked.state !== 'asked') throw new Fault('processing_failed', { detail: 'duty_swap_over' });
    if (answer === 'accept') await requireFits(ctx, asked, false);
    const changed = await db.run(sql`
      update duty_swap set state = ${state}, decided_at = ${ctx.now()}, decided_by = ${user.real_name}
       where swap_id = ${swap_id} and state = 'asked'`);
    if (changed === 0) throw new Fault('processing_failed', { detail: 'duty_swap_over' });
    await tell(ctx, state, asked);
    return {};
  },

  undo: async (ctx, { swap_id }) => {
    const swap = await ctx.db.one<Swap>(sql`
      update duty_swap set state = 'undone', decided_at = ${ctx.now()}, decided_by = ${ctx.user.real_name}
       where swap_id = ${swap_id} and state = 'agreed' returning *`);
    if (!swap) throw new Fault('processing_failed', { detail: 'duty_swap_over' });
    await requireCovers(ctx, [swap.user_id, swap.to_user_id]);
    await tell(ctx, 'undone', swap);
    return {};
  },
});
