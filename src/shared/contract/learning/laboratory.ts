import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { id, time, wireText } from '#shared/contract/fields.ts';
import { unstored } from '#shared/contract/packets/packets.ts';

export const labStationTypes = ['air', 'water'] as const;
/** Sample packets: correct ones, and ones with typical errors of loggers. */
export const labExamples = [
  'realtime',
  'minute',
  'hour',
  'bad_crc',
  'wrong_password',
  'unknown_code',
  'future_time',
  'cut_off',
] as const;
/** Commands that the virtual device supports. */
export const labCommands = [
  'time_read',
  'realtime_interval_read',
  'realtime_interval_set',
  'minute_interval_read',
  'minute_interval_set',
  'keep_sample',
  'realtime_start',
] as const;

const station = z.object({
  mn: z.string(),
  station_type: z.enum(labStationTypes),
  password: z.string(),
  check_password: z.boolean(),
});

const reading = z.object({
  wire_code: z.string(),
  component_name: z.string().nullable(),
  component_name_en: z.string().nullable(),
  unit: z.string(),
  value: z.number().nullable(),
  flag: z.string(),
});

/** How the platform processes one frame, step by step. */
const judged = z.object({
  text: z.string(),
  verdict: z.enum(['ok', 'bad_crc', 'bad_length', 'malformed']),
  deviations: z.array(z.string()),
  /** Null: it is accepted. */
  refused: unstored.nullable(),
  cn: z.string(),
  mn: z.string(),
  data_time: time.nullable(),
  readings: z.array(reading),
  unmapped: z.array(z.string()),
  /** The answer that the device would get; null: none. */
  answer: z.string().nullable(),
});
export type LabJudged = z.output<typeof judged>;

const exchange = z.object({
  /** Sent by the platform or by the virtual device. */
  from: z.enum(['platform', 'device']),
  text: z.string(),
});

const outcome = z.object({ frames: z.array(judged), exchanges: z.array(exchange) });

export const laboratory = {
  station: call({
    path: '/learning/laboratory/station',
    needs: 'laboratory.use',
    input: empty,
    output: station,
  }),
  setUp: call({
    path: '/learning/laboratory/station/set',
    needs: 'laboratory.use',
    input: z.object({
      station_type: z.enum(labStationTypes),
      password: wireText(20),
      check_password: z.boolean(),
    }),
    output: empty,
  }),
  /** A sample packet of the user's own station with the current time. */
  example: call({
    path: '/learning/laboratory/example',
    needs: 'laboratory.use',
    input: z.object({ example: z.enum(labExamples) }),
    output: z.object({ raw: z.string() }),
  }),
  send: call({
    path: '/learning/laboratory/packet/send',
    needs: 'laboratory.use',
    input: z.object({ raw: z.string().trim().min(1, 'required').max(20_000) }),
    output: outcome,
  }),
  command: call({
    path: '/learning/laboratory/command/send',
    needs: 'laboratory.use',
    input: z.object({
      command: z.enum(labCommands),
      params: z.record(z.string().max(30), z.union([z.string().max(100), z.number()])).default({}),
    }),
    output: outcome.extend({
      values: z.record(z.string(), z.union([z.string(), z.number()])),
      succeeded: z.boolean(),
    }),
  }),
  /** The user's most recent packets. */
  log: call({
    path: '/learning/laboratory/log',
    needs: 'laboratory.use',
    input: empty,
    output: z.object({
      data_info: z.array(
        z.object({
          entry_id: id,
          at: time,
          what: z.enum(['packet', 'command']),
          name: z.string(),
          accepted: z.boolean(),
          outcome,
        }),
      ),
    }),
  }),
  clear: call({
    path: '/learning/laboratory/log/clear',
    needs: 'laboratory.use',
    input: empty,
    output: empty,
  }),
};
