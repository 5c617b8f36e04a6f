import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { id, name, text, time } from '#shared/contract/fields.ts';
import { resource } from '#shared/contract/resource.ts';

export const versionType = z.enum(['platform', 'app', 'device']);

export const versions = resource({
  name: 'versions',
  table: 'product_version',
  path: '/monitor/version',
  id: 'version_id',
  needs: 'version',
  fields: {
    version_number: name(30),
    version_type: versionType.default('platform'),
    /** The highest is the newest: version numbers have no reliable order. */
    sort_level: z.int().min(0).max(1_000_000).default(0),
    version_text: name(5000),
    version_text_en: text(5000).default(''),
  },
  shows: { created_at: time },
  search: ['version_number', 'version_text', 'version_text_en'],
  filters: { version_type: versionType.optional() },
});

const newest = z.object({
  version_id: id,
  version_number: z.string(),
  version_text: z.string(),
  version_text_en: z.string(),
  created_at: time,
  /** Newer than the account, and not seen by the user yet. */
  is_new: z.boolean(),
});

export const versionNews = {
  /** The newest version of a type; null if there is none. */
  first: call({
    path: '/monitor/version/data/first',
    needs: 'signed-in',
    input: z.object({ version_type: versionType.default('platform') }),
    output: z.object({ version: newest.nullable() }),
  }),
  /** Marks the newest versions as seen by the user. */
  seen: call({
    path: '/monitor/version/seen',
    needs: 'signed-in',
    input: z.object({ version_id: id }),
    output: empty,
  }),
};
