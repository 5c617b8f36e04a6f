import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, time } from '#shared/contract/fields.ts';
import { dataType } from '#shared/contract/readings/readings.ts';
import { listing } from '#shared/contract/resource.ts';

export const heldReason = z.enum(['future_time', 'too_old']);
export const heldState = z.enum(['held', 'taken', 'discarded']);
export const correctionState = z.enum(['done', 'undone']);

/** Packets that are held back only because of their time, and the decisions on others. */
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
    /** The time in the packet: the start of its period. */
    ts: time,
    received_at: time,
    raw: z.string(),
    state: heldState,
    shift_seconds: z.int().nullable(),
    /** The time it was stored under. */
    taken_ts: time.nullable(),
    decided_at: time.nullable(),
    decided_by: z.string().nullable(),
  },
  // Not by `raw`: it is bytes, and its order would reveal masked passwords.
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
  /** Offset of the device's clock, by the majority of these packets; negative if it is slow. */
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
    /** Values that were changed after the correction and were therefore not restored by the undo. */
    kept: z.int(),
    /** All its packets and the previous values are still stored. */
    can_undo: z.boolean(),
  },
  search: ['site_name', 'mn'],
  filters: { site_id: id.optional(), state: correctionState.optional() },
});

const which = { site_id: id, reason: heldReason };
/** Any two years of four digits: a wrong clock may say 1970 or 9999. */
const MOST_SECONDS = 300_000_000_000;
const shift_seconds = z.int().min(-MOST_SECONDS).max(MOST_SECONDS);

/** Limits per call: rows shown and packets stored. */
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
  /** The result for each packet if its time is shifted by this much. */
  preview: call({
    path: '/protocol/device/held/preview',
    needs,
    input: z.object({ ...which, shift_seconds }),
    output: z.object({
      total: z.int(),
      /** Number of packets that can be stored; the others stay held. */
      usable: z.int(),
      /** The first of them. */
      rows: z.array(
        z.object({
          held_id: id,
          data_type: dataType,
          received_at: time,
          ts: time,
          /** Null if the packet cannot be decoded any more. */
          new_ts: time.nullable(),
          problem: z.enum(['future_time', 'too_old', 'has_data', 'unreadable']).nullable(),
        }),
      ),
    }),
  }),
  /**
   * Stores the values under the corrected times; those that cannot be stored stay held. Not a `writes` call: the store
   * may have to create partitions, and must not wait for a transaction that has read measurements.
   */
  take: call({
    path: '/protocol/device/held/take',
    needs,
    input: z.strictObject({ ...which, shift_seconds }),
    output: z.object({ taken: z.int(), left: z.int() }),
  }),
  /** Undoes a correction: previous values are restored, and its packets are held again. */
  undo: call({
    path: '/protocol/device/held/undo',
    needs,
    input: z.strictObject({ correction_id: id }),
    output: z.object({
      /** Packets that are held again. */
      held: z.int(),
      /** Values that were changed since and are not restored. */
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
