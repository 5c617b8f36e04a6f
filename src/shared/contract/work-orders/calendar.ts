import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { isIsoDate } from '#shared/domain/validators.ts';

const clock = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'bad_format');
const span = z.tuple([clock, clock]).refine(([from, to]) => from < to, { message: 'start_after_end' });
const day = z.array(span).max(6);
const date = z.string().refine(isIsoDate, 'bad_date');

export const calendarShape = {
  /** From Monday on. */
  hours: z.array(day).length(7),
  /** Exceptions by date; an empty list is a holiday. */
  days: z.record(date, day),
};

type Calendar = z.output<z.ZodObject<typeof calendarShape>>;

/** Used if the stored calendar is invalid: every hour is a working hour. */
export const calendarDefaults: Calendar = {
  hours: Array.from({ length: 7 }, () => [['00:00', '24:00']]),
  days: {},
};

/** Working hours: time limits of work orders count only these. */
export const orderCalendar = {
  data: call({
    path: '/auth_login/login/order_calendar/data',
    needs: 'order_type.read',
    input: empty,
    output: z.object({ ...calendarShape, version: z.int() }),
  }),
  set: call({
    path: '/auth_login/login/order_calendar/set',
    needs: 'order_type.write',
    writes: true,
    input: z.object({ ...calendarShape, version: z.int() }),
    output: empty,
  }),
};
