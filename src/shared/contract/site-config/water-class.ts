import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { text } from '#shared/contract/fields.ts';
import { itemsOf, type WaterBody, type WaterItem } from '#shared/domain/water-items.ts';

const some = (body: WaterBody) =>
  z
    .array(z.enum(itemsOf(body) as [WaterItem, ...WaterItem[]]))
    .refine((items) => new Set(items).size === items.length, 'repeated');
const atLeastOne = (body: WaterBody) => some(body).min(1, 'required');

/** `items` determine the class; those in `apart` are assessed separately. */
const waterClass = z.object({
  river_items: atLeastOne('river'),
  river_apart: some('river').default([]),
  lake_items: atLeastOne('lake'),
  lake_apart: some('lake').default([]),
});
const areDisjoint = (one: readonly WaterItem[], other: readonly WaterItem[]) =>
  one.every((item) => !other.includes(item));

/** The items of GB 3838 that determine the class of rivers and lakes, network-wide and also for past data. */
export const waterClasses = {
  data: call({
    path: '/monitor/water/class/data',
    needs: 'component.read',
    input: empty,
    output: waterClass.extend({ version: z.int(), updated_at: text(40) }),
  }),
  set: call({
    path: '/monitor/water/class/set',
    needs: 'component.write',
    writes: true,
    ignores: ['updated_at'],
    input: waterClass
      .extend({ version: z.int() })
      .refine(({ river_items, river_apart }) => areDisjoint(river_items, river_apart), {
        path: ['river_apart'],
        message: 'repeated',
      })
      .refine(({ lake_items, lake_apart }) => areDisjoint(lake_items, lake_apart), {
        path: ['lake_apart'],
        message: 'repeated',
      }),
    output: empty,
  }),
};
