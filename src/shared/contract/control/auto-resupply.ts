import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, idOrIds, time } from '#shared/contract/fields.ts';
import { listing } from '#shared/contract/resource.ts';
import { gapReasons, gapStates } from '#shared/domain/auto-resupply.ts';
import { DAY_MINUTES } from '#shared/domain/time-units.ts';
import { MOST_TARGETS } from './commands.ts';
import { resupplyType, resupplyTypes } from './resupply.ts';

/** cooling: stopped recently, or some of its requests are still under way. */
export const autoStates = ['running', 'cooling', 'stopped'] as const;
export const WINDOW_DAYS = { least: 1, usual: 30, most: 90 } as const;
export const EVERY_MINUTES = { least: 10, usual: 60, most: DAY_MINUTES } as const;

const count = z.int();

/** Devices with automatic resupply, and its progress. */
export const autoResupply = listing({
  name: 'autoResupply',
  path: '/monitor/auto/return_pass/data',
  needs: 'command.read',
  row: {
    site_id: id,
    site_name: z.string(),
    mn: z.string(),
    online: z.boolean(),
    state: z.enum(autoStates),
    data_types: z.array(resupplyType),
    window_days: count,
    every_minutes: count,
    /** Null: it is not running. */
    next_at: time.nullable(),
    looked_at: time.nullable(),
    /** Periods missing at the last check. */
    missing: count,
    /** Gaps to be requested, and gaps whose request is under way. */
    open_gaps: count,
    requested: count,
    /** Periods, over all stored runs. */
    filled: count,
    given_up: count,
    real_name: z.string().nullable(),
    changed_at: time,
  },
  search: ['site_name', 'mn', 'real_name'],
  filters: {
    site_id: z.union([id, z.array(id).max(MOST_TARGETS)]).optional(),
    state: z.enum(autoStates).optional(),
  },
});

/** Checks that found gaps or requested data. All counts are periods. */
export const resupplyRuns = listing({
  name: 'resupplyRuns',
  path: '/monitor/auto/return_pass/runs',
  needs: 'command.read',
  row: {
    run_id: id,
    site_id: id,
    site_name: z.string(),
    mn: z.string(),
    at: time,
    found: count,
    missing: count,
    asked: count,
    filled: count,
    given_up: count,
    commands: count,
    /** Some of its requests are under way. */
    under_way: z.boolean(),
  },
  sortable: ['at', 'site_name', 'found', 'asked', 'filled', 'given_up'],
  search: ['site_name', 'mn'],
  filters: { site_id: id.optional(), at_from: time.optional(), at_to: time.optional() },
});

export const resupplyGaps = listing({
  name: 'resupplyGaps',
  path: '/monitor/auto/return_pass/gaps',
  needs: 'command.read',
  row: {
    gap_id: id,
    site_id: id,
    site_name: z.string(),
    mn: z.string(),
    data_type: resupplyType,
    from_at: time,
    to_at: time,
    missing: count,
    state: z.enum(gapStates),
    why: z.enum(gapReasons).nullable(),
    tries: count,
    found_at: time,
    /** Time of the next request; null: none. */
    next_at: time.nullable(),
    ended_at: time.nullable(),
    command_id: id.nullable(),
    run_id: id.nullable(),
  },
  sortable: ['found_at', 'from_at', 'site_name', 'missing', 'tries', 'next_at', 'ended_at'],
  search: ['site_name', 'mn'],
  filters: {
    site_id: id.optional(),
    run_id: id.optional(),
    data_type: resupplyType.optional(),
    state: z.union([z.enum(gapStates), z.array(z.enum(gapStates)).max(gapStates.length)]).optional(),
    found_at_from: time.optional(),
    found_at_to: time.optional(),
  },
});

const site_ids = z.array(id).min(1, 'required').max(MOST_TARGETS);
const manner = {
  data_types: z.array(resupplyType).min(1, 'required').max(resupplyTypes.length),
  window_days: z.int().min(WINDOW_DAYS.least).max(WINDOW_DAYS.most),
  every_minutes: z.int().min(EVERY_MINUTES.least).max(EVERY_MINUTES.most),
};

export const autoResupplyActions = {
  /** Devices that are running or cooling are skipped; if none is left: code 152 or 151. */
  start: call({
    path: '/monitor/auto/return_pass/start',
    needs: 'control.resupply',
    writes: true,
    faults: { every_minutes: 'minute_out_of_range', window_days: 'duration_out_of_range' },
    input: z.object({
      site_ids,
      data_types: manner.data_types.default(['hour']),
      window_days: manner.window_days.default(WINDOW_DAYS.usual),
      every_minutes: manner.every_minutes.default(EVERY_MINUTES.usual),
    }),
    output: z.object({ started: count, running: count, cooling: count }),
  }),
  /** Cancels requests that were not sent yet; those under way end by themselves. */
  stop: call({
    path: '/monitor/auto/return_pass/stop',
    needs: 'control.resupply',
    writes: true,
    input: z.object({ site_ids }),
    output: z.object({ stopped: count }),
  }),
  /** Changes the settings of running devices. */
  set: call({
    path: '/monitor/auto/return_pass/set',
    needs: 'control.resupply',
    writes: true,
    faults: { every_minutes: 'minute_out_of_range', window_days: 'duration_out_of_range' },
    input: z.object({ site_ids, ...manner }),
    output: z.object({ changed: count }),
  }),
  /** Checks now instead of at the next scheduled time. */
  look: call({
    path: '/monitor/auto/return_pass/look',
    needs: 'control.resupply',
    writes: true,
    input: z.object({ site_ids }),
    output: z.object({ looking: count }),
  }),
  /** Requests given-up gaps again, and waiting ones immediately. */
  retry: call({
    path: '/monitor/auto/return_pass/retry',
    needs: 'control.resupply',
    writes: true,
    input: z.object({ gap_id: idOrIds }),
    output: z.object({ done: count }),
  }),
};
