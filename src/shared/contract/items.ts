import * as z from 'zod';
import { parseTime } from '#shared/domain/time.ts';

/** A number, or null for a value that the instrument could not give. */
const figure = z.number().nullable();

/** What a period's factor may say; of a real-time value `avg` is the value itself. */
export const itemValue = z.strictObject({
  avg: figure.optional(),
  min: figure.optional(),
  max: figure.optional(),
  /** The total over the period. */
  cou: figure.optional(),
  /** Converted to reference oxygen. */
  zs: figure.optional(),
  /** A mark of HJ 212, one letter or two; N, or nothing, is normal. */
  flag: z
    .string()
    .regex(/^[A-Za-z0-9]{0,2}$/, 'bad_format')
    .optional(),
});

/** With its offset, or on the network's own clock. */
const itemTime = z.string().transform((text, context): Date => {
  const at = z.iso.datetime({ offset: true }).safeParse(text).success ? new Date(text) : parseTime(text);
  if (at) return at;
  context.addIssue({ code: 'custom', message: 'bad_format', input: text });
  return z.NEVER;
});

/**
 * One row of measurements of a site as JSON: what MQTT and HTTP push bring. Values stand under the codes that the
 * site's protocol knows, in the units that go with them, exactly as in a packet.
 */
export const measuredItem = z.strictObject({
  data_type: z.enum(['realtime', 'minute', 'hour', 'day']),
  /** The period's start, or the instant of a real-time value. */
  time: itemTime,
  /** System code of HJ 212; the site's kind says it where it is absent. */
  st: z
    .string()
    .regex(/^\d\d$/, 'bad_format')
    .optional(),
  /** Sent late on purpose, as after an outage. */
  resupply: z.boolean().optional(),
  values: z
    .record(z.string().regex(/^\P{C}{1,50}$/u, 'bad_format'), z.union([figure, itemValue], 'bad_value'))
    .refine((values) => Object.keys(values).length > 0, 'required'),
});

export type MeasuredItem = z.output<typeof measuredItem>;
export type ItemValue = z.output<typeof itemValue>;
