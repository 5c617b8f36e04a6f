import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { id } from '#shared/contract/fields.ts';
import { HOLIDAY } from '#shared/domain/duty.ts';

export const dutyClock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'bad_format');

const dutyBand = z.object({
  user_id: id,
  /** 1 is Monday, 8 a holiday. */
  weekday: z.int().min(1).max(HOLIDAY),
  start_time: dutyClock,
  /** If not after the start: on the next day. */
  end_time: dutyClock,
});

/** A person may not have two turns with the same start. */
const isEachOnce = ({ duties }: { duties: z.output<typeof dutyBand>[] }) =>
  new Set(duties.map(({ user_id, weekday, start_time }) => `${user_id} ${weekday} ${start_time}`)).size ===
  duties.length;

/** The weekly duty roster of a group. */
export const duty = {
  /** Replaces the whole roster. `version` is the group's, for optimistic locking. */
  set: call({
    path: '/auth_login/login/user_duty/set',
    needs: 'group.write',
    writes: true,
    input: z
      .object({ user_group_id: id, version: z.int(), duties: z.array(dutyBand).max(1000) })
      .refine(isEachOnce, { path: ['duties'], message: 'repeated' }),
    output: empty,
  }),
  get: call({
    path: '/auth_login/login/user_duty/get',
    needs: 'group.read',
    input: z.object({ user_group_id: id }),
    output: z.object({ version: z.int(), duties: z.array(dutyBand.extend({ real_name: z.string() })) }),
  }),
};
