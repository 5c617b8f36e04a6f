import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { id, idOrIds, name, time } from '#shared/contract/fields.ts';
import { resource } from '#shared/contract/resource.ts';

export const bugLevel = z.enum(['fatal', 'serious', 'normal', 'minor']);
export const bugType = z.enum(['function', 'data', 'interface', 'performance', 'security', 'other']);

export const bugs = resource({
  name: 'bugs',
  table: 'bug',
  path: '/monitor/bug',
  id: 'bug_id',
  needs: 'bug',
  fields: { level: bugLevel, bug_type: bugType, version_id: id, content: name(2000) },
  shows: {
    version_number: z.string(),
    repaired: z.boolean(),
    reporter: z.string().nullable(),
    created_at: time,
    repairer: z.string().nullable(),
    repaired_at: time.nullable(),
  },
  search: ['content', 'version_number', 'reporter'],
  filters: {
    level: bugLevel.optional(),
    bug_type: bugType.optional(),
    version_id: id.optional(),
    repaired: z.boolean().optional(),
    created_at_from: time.optional(),
    created_at_to: time.optional(),
  },
});

export const bugActions = {
  /** Marks as fixed or not fixed. */
  repair: call({
    path: '/monitor/bug/repair',
    needs: 'bug.repair',
    writes: true,
    input: z.object({ bug_id: idOrIds, repaired: z.boolean() }),
    output: empty,
  }),
};
