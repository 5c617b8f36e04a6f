import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, text, time } from '#shared/contract/fields.ts';
import { LEAST_K, MOST_INTERFERENCE, MOST_K } from '#shared/domain/command-kinds.ts';

export const correctionPlaces = ['device', 'platform'] as const;
export const correctionPlace = z.enum(correctionPlaces);
const reason = text(200).min(1, 'required');

const item = z.object({
  component_id: id,
  k: z.number().min(LEAST_K).max(MOST_K),
  b: z.number(),
  list: z
    .array(z.object({ other: id, c: z.number().min(-MOST_INTERFERENCE).max(MOST_INTERFERENCE) }))
    .max(50)
    .default([]),
});
const change = { site_id: id, items: z.array(item).min(1, 'required').max(50), from: time.optional() };

/** Corrections by the platform, for devices that cannot correct: versions with a time of validity and a reason. */
export const corrections = {
  data: call({
    path: '/monitor/correction/data',
    needs: 'command.read',
    input: z.object({ site_id: id }),
    output: z.object({
      place: correctionPlace,
      /** Null: from the beginning. */
      since: time.nullable(),
      reason: z.string(),
      versions: z.array(
        z.object({
          version_id: id,
          component_id: id,
          component_name: z.string(),
          component_name_en: z.string(),
          formula: z.string(),
          unit: z.string(),
          /** Null: from the beginning. */
          from_at: time.nullable(),
          /** Null: in force now. */
          to_at: time.nullable(),
          k: z.number(),
          b: z.number(),
          list: z.array(z.object({ other: id, c: z.number() })),
          reason: z.string(),
          created_by_name: z.string(),
        }),
      ),
      changes: z.array(
        z.object({
          change_id: id,
          from_at: time,
          to_at: time.nullable(),
          reason: z.string(),
          created_by_name: z.string(),
          created_at: time,
          /** The approver, if a second person must approve; or the person who rejected it. */
          approved_by_name: z.string(),
          state: z.enum(['awaiting_approval', 'refused', 'running', 'done', 'undoing', 'undone']),
          row_count: z.int(),
          kept: z.int(),
          undone_by_name: z.string(),
          /** Only the last one can be undone. */
          can_undo: z.boolean(),
        }),
      ),
    }),
  }),
  /** Sets where a site is corrected from now on. Changing back to the device ends the platform's corrections. */
  place: call({
    path: '/monitor/correction/place',
    needs: 'control.kb',
    writes: true,
    input: z.object({ site_id: id, place: correctionPlace, reason }),
    output: z.object({}),
  }),
  /** Applies from now on, or from a time in the past as a job over stored values; permanently or until a time. */
  set: call({
    path: '/monitor/correction/set',
    needs: 'control.kb',
    writes: true,
    input: z.object({ ...change, to: time.optional(), reason }),
    output: z.object({ change_id: id, job_id: id.nullable(), awaiting_approval: z.boolean() }),
  }),
  /** Changes that await approval by a second person. */
  waiting: call({
    path: '/monitor/correction/waiting',
    needs: 'command.read',
    input: z.object({}),
    output: z.object({
      changes: z.array(
        z.object({
          change_id: id,
          site_id: id,
          site_name: z.string(),
          created_by_name: z.string(),
          created_at: time,
          reason: z.string(),
          /** Null: from the approval on. */
          from_at: time.nullable(),
          to_at: time.nullable(),
          items: z.array(item.extend({ component_name: z.string(), component_name_en: z.string() })),
          /** The user's own change, which somebody else must approve. */
          own: z.boolean(),
        }),
      ),
    }),
  }),
  approve: call({
    path: '/monitor/correction/approve',
    needs: 'command.approve',
    writes: true,
    input: z.object({ change_id: id, approved: z.boolean() }),
    output: z.object({ change_id: id, job_id: id.nullable() }),
  }),
  /** Hours of one factor as they are and as they would be, and the number of stored rows in that time. */
  preview: call({
    path: '/monitor/correction/preview',
    needs: 'command.read',
    input: z.object({ ...change, to: time.optional(), component_id: id }),
    output: z.object({
      times: z.array(time),
      values: z.array(z.number().nullable()),
      after: z.array(z.number().nullable()),
      counts: z.object({ realtime: z.int(), minute: z.int(), hour: z.int(), day: z.int() }),
    }),
  }),
  undo: call({
    path: '/monitor/correction/undo',
    needs: 'control.kb',
    writes: true,
    input: z.object({ change_id: id }),
    output: z.object({ job_id: id }),
  }),
};
