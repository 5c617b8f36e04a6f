import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, madeList, time } from '#shared/contract/fields.ts';
import { fitRefusals } from '#shared/domain/site-fit.ts';
import { correctionPlace } from './corrections.ts';
import { settable } from './settable.ts';

const question = {
  reference_id: id,
  from: time,
  to: time,
  /** Hours in which the site's air is more humid, in percent, take no part: fog and sensors do not agree. */
  most_humidity: z.number().min(1).max(100).optional(),
};
const figure = z.number().nullable();

const row = z.object({
  ...settable,
  /** reference = k × site + b */
  fit: z.object({
    k: figure,
    b: figure,
    r2: figure,
    rmse: figure,
    rmse_before: figure,
    n: z.int(),
    left_out: z.int(),
  }),
  place: correctionPlace,
  /** What the device, or the platform in its place, would have to hold; null where it is not offered, and why not. */
  wanted: z.object({ k: z.number(), b: z.number() }).nullable(),
  why: z.enum(fitRefusals).nullable(),
  /** K and B were changed within the time: what was fitted is of two kinds. */
  changed_at: time.nullable(),
});

/** Hours of sites against those of a reference site: the K and B by which they would agree. */
export const siteFit = {
  one: call({
    path: '/monitor/multiplemn/fit',
    needs: 'command.read',
    input: z.object({ ...question, site_id: id, component_id: id }),
    output: row.extend({
      times: madeList(time),
      reference: madeList(figure),
      values: madeList(figure),
      fitted: madeList(figure),
    }),
  }),
  batch: call({
    path: '/monitor/multiplemn/fit/batch',
    needs: 'command.read',
    input: z.object({
      ...question,
      site_ids: z.array(id).min(1, 'required').max(200),
      component_ids: z.array(id).min(1, 'required').max(20),
    }),
    output: z.object({ data_info: z.array(row), total: z.int() }),
  }),
};
