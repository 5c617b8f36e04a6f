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
  /** Hours with a higher humidity (percent) at the site are excluded: sensors are unreliable in fog. */
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
  /** K and B to set in the device, or in the platform; null if they are not offered, for the reason `why`. */
  wanted: z.object({ k: z.number(), b: z.number() }).nullable(),
  why: z.enum(fitRefusals).nullable(),
  /** K and B were changed since the period began, so they are not those of the fitted values. */
  changed_at: time.nullable(),
});

/** Linear fit of sites to a reference site by hour: the K and B that would make them agree. */
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
