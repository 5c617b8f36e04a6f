import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { id, text } from '#shared/contract/fields.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import { isIsoDate } from '#shared/domain/validators.ts';
import { dutyClock } from './duty.ts';

/** Two months; a calendar view needs six weeks. */
const LONGEST_DAYS = 62;

const date = z.string().refine(isIsoDate, 'bad_date');
const note = text(200).default('');
const turn = z.object({ user_id: id, start_time: dutyClock, end_time: dutyClock });

export const swapStates = ['asked', 'agreed', 'refused', 'withdrawn', 'undone'] as const;

const swap = z.object({
  swap_id: id,
  user_id: id,
  to_user_id: id,
  on_date: date,
  start_time: dutyClock,
  end_time: dutyClock,
  /** The turn that the other person gives in return. */
  return_date: date.nullable(),
  return_start: dutyClock.nullable(),
  note: z.string(),
  state: z.enum(swapStates),
  asked_by: z.string(),
  decided_by: z.string().nullable(),
});

const isEachOnce = ({ turns }: { turns: z.output<typeof turn>[] }) =>
  new Set(turns.map(({ user_id, start_time }) => `${user_id} ${start_time}`)).size === turns.length;

/** Who is on duty on which date: weekly roster, holidays, exceptions and swaps combined. */
export const dutyCalendar = {
  /** The user's groups; all groups for users who may read them. */
  groups: call({
    path: '/auth_login/login/user_duty/groups',
    needs: 'duty.read',
    input: empty,
    output: z.object({
      data_info: z.array(
        z.object({
          user_group_id: id,
          user_group_name: z.string(),
          is_member: z.boolean(),
          now: z.array(z.object({ user_id: id, real_name: z.string() })),
        }),
      ),
    }),
  }),
  data: call({
    path: '/auth_login/login/user_duty/calendar',
    needs: 'duty.read',
    /** Both dates are inclusive. */
    input: z
      .object({ user_group_id: id, from: date, to: date })
      .refine(({ from, to }) => from <= to, { path: ['to'], message: 'start_after_end' })
      .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < LONGEST_DAYS * DAY_MS, {
        path: ['to'],
        message: 'too_long',
      }),
    output: z.object({
      /** Version of the group. */
      version: z.int(),
      people: z.array(z.object({ user_id: id, real_name: z.string() })),
      days: z.array(
        z.object({
          on_date: date,
          /** By the calendar of working hours. */
          is_holiday: z.boolean(),
          /** Differs from the weekly roster. */
          is_own: z.boolean(),
          note: z.string(),
          turns: z.array(turn.extend({ planned_user_id: id, swap_id: id.nullable() })),
          /** Minutes of the day without anybody on duty. */
          gaps: z.array(z.object({ from: z.int(), to: z.int() })),
        }),
      ),
      /** Swaps of these dates, and all that await an answer. */
      swaps: z.array(swap),
    }),
  }),
  /** Replaces the turns of one date; `is_own: false` restores the weekly roster. */
  setDay: call({
    path: '/auth_login/login/user_duty/day',
    needs: 'duty.manage',
    writes: true,
    input: z
      .object({
        user_group_id: id,
        version: z.int(),
        on_date: date,
        is_own: z.boolean(),
        note,
        turns: z.array(turn).max(100).default([]),
      })
      .refine(isEachOnce, { path: ['turns'], message: 'repeated' }),
    output: empty,
  }),
};

const wanted = {
  user_group_id: id,
  on_date: date,
  start_time: dutyClock,
  to_user_id: id,
  return_date: date.nullable().default(null),
  return_start: dutyClock.nullable().default(null),
  note,
};
const isWhole = (asked: { return_date: string | null; return_start: string | null }) =>
  (asked.return_date === null) === (asked.return_start === null);
const whole = { path: ['return_start'], message: 'required' };

export const dutySwaps = {
  /** Asks another member to take over a turn. */
  ask: call({
    path: '/auth_login/login/user_duty/swap/ask',
    needs: 'duty.swap',
    writes: true,
    input: z.object(wanted).refine(isWhole, whole),
    output: z.object({ swap_id: id }),
  }),
  /** The other person accepts or refuses; the requester withdraws. */
  answer: call({
    path: '/auth_login/login/user_duty/swap/answer',
    needs: 'duty.swap',
    writes: true,
    input: z.object({ swap_id: id, answer: z.enum(['accept', 'refuse', 'withdraw']) }),
    output: empty,
  }),
  /** A dispatcher assigns a turn to another member without asking. */
  set: call({
    path: '/auth_login/login/user_duty/swap/set',
    needs: 'duty.manage',
    writes: true,
    input: z.object({ ...wanted, user_id: id }).refine(isWhole, whole),
    output: z.object({ swap_id: id }),
  }),
  /** Undoes an agreed swap. */
  undo: call({
    path: '/auth_login/login/user_duty/swap/undo',
    needs: 'duty.manage',
    writes: true,
    input: z.object({ swap_id: id }),
    output: empty,
  }),
};
