import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { isIsoDate } from '#shared/domain/validators.ts';

const clock = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'bad_format');
const span = z.tuple([clock, clock]).refine(([from, to]) => from < to, { message: 'start_after_end' });
const day = z.array(span).max(6);
const date = z.string().refine(isIsoDate, 'bad_date');

const calendar = {
  /** From Monday on. */
  hours: z.array(day).length(7),
  /** Dates that differ; an empty list is a holiday. */
  days: z.record(date, day),
};

/** Working hours: time limits of work orders are counted in them. */
export const orderCalendar = {
  data: call({
    path: '/auth_login/login/order_calendar/data',
    needs: 'order_type.read',
    input: empty,
    output: z.object({ ...calendar, version: z.int() }),
  }),
  set: call({
    path: '/auth_login/login/order_calendar/set',
    needs: 'order_type.write',
    writes: true,
    input: z.object({ ...calendar, version: z.int() }),
    output: empty,
  }),
};
