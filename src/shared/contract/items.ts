import * as z from 'zod';
import { parseTime } from '#shared/domain/time.ts';

/** A number, or null if the instrument had no value. */
const figure = z.number().nullable();

/** The values of a factor in a period; for real-time data `avg` is the value itself. */
export const itemValue = z.strictObject({
  avg: figure.optional(),
  min: figure.optional(),
  max: figure.optional(),
  /** The total over the period. */
  cou: figure.optional(),
  /** Converted to reference oxygen. */
  zs: figure.optional(),
  /** A flag of HJ 212, one or two characters; N or empty is normal. */
  flag: z
    .string()
    .regex(/^[A-Za-z0-9]{0,2}$/, 'bad_format')
    .optional(),
});

/** With an offset, or in local time of the network. */
const itemTime = z.string().transform((text, context): Date => {
  const at = z.iso.datetime({ offset: true }).safeParse(text).success ? new Date(text) : parseTime(text);
  if (at) return at;
  context.addIssue({ code: 'custom', message: 'bad_format', input: text });
  return z.NEVER;
});

/**
 * One row of a site's measurements as JSON, sent by MQTT or HTTP push. Codes and units are those of the site's
 * protocol, as in a packet.
 */
export const measuredItem = z.strictObject({
  data_type: z.enum(['realtime', 'minute', 'hour', 'day']),
  /** The period's start, or the instant of a real-time value. */
  time: itemTime,
  /** System code of HJ 212; by default the one of the site type. */
  st: z
    .string()
    .regex(/^\d\d$/, 'bad_format')
    .optional(),
  /** Sent late on purpose, for example after an outage. */
  resupply: z.boolean().optional(),
  values: z
    .record(z.string().regex(/^\P{C}{1,50}$/u, 'bad_format'), z.union([figure, itemValue], 'bad_value'))
    .refine((values) => Object.keys(values).length > 0, 'required'),
});

export type MeasuredItem = z.output<typeof measuredItem>;
export type ItemValue = z.output<typeof itemValue>;
