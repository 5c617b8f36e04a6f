import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, time } from '#shared/contract/fields.ts';
import { dataType } from '#shared/contract/readings/readings.ts';
import { listing } from '#shared/contract/resource.ts';

export const heldReason = z.enum(['future_time', 'too_old']);
export const heldState = z.enum(['held', 'taken', 'discarded']);
export const correctionState = z.enum(['done', 'undone']);

/** Packets whose values wait because of their time alone, and what was decided on others. */
export const heldPackets = listing({
  name: 'heldPackets',
  path: '/protocol/device/held/data',
  needs: 'packet.read',
  row: {
    held_id: id,
    site_id: id,
    site_name: z.string(),
    mn: z.string(),
    reason: heldReason,
    data_type: dataType,
    /** The time that the packet claims: its period's start. */
    ts: time,
    received_at: time,
    raw: z.string(),
    state: heldState,
    shift_seconds: z.int().nullable(),
    /** The time that it was taken in under. */
    taken_ts: time.nullable(),
    decided_at: time.nullable(),
    decided_by: z.string().nullable(),
  },
  // Not by `raw`: it is bytes, and its order would tell of passwords that are masked.
  sortable: [
    'site_name',
    'mn',
    'reason',
    'data_type',
    'ts',
    'received_at',
    'state',
    'taken_ts',
    'decided_at',
    'decided_by',
  ],
  search: ['site_name', 'mn'],
  filters: {
    site_id: id.optional(),
    reason: heldReason.optional(),
    state: heldState.default('held'),
    taken_ts_from: time.optional(),
    taken_ts_to: time.optional(),
  },
});

/** The held packets of one site and reason. */
const heldGroup = z.object({
  site_id: id,
  site_name: z.string(),
  mn: z.string(),
  reason: heldReason,
  packets: z.int(),
  ts_from: time,
  ts_to: time,
  received_from: time,
  received_to: time,
  /** How far the device's clock is ahead of ours, as most of them say; negative is behind. */
  ahead_seconds: z.int(),
});
export type HeldGroup = z.output<typeof heldGroup>;

/** Each time that packets were stored with a corrected time, and whether that was undone. */
export const heldCorrections = listing({
  name: 'heldCorrections',
  path: '/protocol/device/held/corrections',
  needs: 'packet.read',
  row: {
    correction_id: id,
    site_id: id,
    site_name: z.string(),
    mn: z.string(),
    reason: heldReason,
    shift_seconds: z.int(),
    packets: z.int(),
    /** The corrected times. */
    ts_from: time,
    ts_to: time,
    taken_at: time,
    taken_by: z.string(),
    state: correctionState,
    undone_at: time.nullable(),
    undone_by: z.string().nullable(),
    /** Values that were changed after the correction, and stayed when it was undone. */
    kept: z.int(),
    /** All its packets are still kept, and so is what was there before. */
    can_undo: z.boolean(),
  },
  search: ['site_name', 'mn'],
  filters: { site_id: id.optional(), state: correctionState.optional() },
});

const which = { site_id: id, reason: heldReason };
/** Any two years of four digits: a clock may say 1970 or 9999. */
const MOST_SECONDS = 300_000_000_000;
const shift_seconds = z.int().min(-MOST_SECONDS).max(MOST_SECONDS);

/** At most so many are shown, and at most so many taken in, at once. */
export const HELD_SHOWN = 200;
export const HELD_AT_ONCE = 5000;

const needs = 'reading.import';

export const heldActions = {
  groups: call({
    path: '/protocol/device/held/groups',
    needs: 'packet.read',
    input: z.object({ site_id: id.optional() }),
    output: z.object({ data_info: z.array(heldGroup) }),
  }),
  /** What would become of each packet with its time shifted by so much. */
  preview: call({
    path: '/protocol/device/held/preview',
    needs,
    input: z.object({ ...which, shift_seconds }),
    output: z.object({
      total: z.int(),
      /** Those among them that can be stored; the others stay held. */
      usable: z.int(),
      /** The first of them. */
      rows: z.array(
        z.object({
          held_id: id,
          data_type: dataType,
          received_at: time,
          ts: time,
          /** Null where its packet cannot be read any more. */
          new_ts: time.nullable(),
          problem: z.enum(['future_time', 'too_old', 'has_data', 'unreadable']).nullable(),
        }),
      ),
    }),
  }),
  /**
   * Stores their values under the corrected times; those that cannot be stored stay held. It is no `writes` call: the
   * store may have to make partitions, and must not wait for a transaction that has read measurements.
   */
  take: call({
    path: '/protocol/device/held/take',
    needs,
    input: z.strictObject({ ...which, shift_seconds }),
    output: z.object({ taken: z.int(), left: z.int() }),
  }),
  /** Takes a correction back: values are what they were before, and its packets are held again. */
  undo: call({
    path: '/protocol/device/held/undo',
    needs,
    input: z.strictObject({ correction_id: id }),
    output: z.object({
      /** Packets that are held again. */
      held: z.int(),
      /** Values that were changed since, and stay. */
      kept: z.int(),
    }),
  }),
  discard: call({
    path: '/protocol/device/held/discard',
    needs,
    writes: true,
    input: z.object(which),
    output: z.object({ discarded: z.int() }),
  }),
};
