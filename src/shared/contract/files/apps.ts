import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { id, name, remark, text, time } from '#shared/contract/fields.ts';
import { resource } from '#shared/contract/resource.ts';

export const appPlatform = z.enum(['android', 'ios', 'windows', 'linux', 'other']);

export const appProjects = resource({
  name: 'appProjects',
  table: 'app_project',
  path: '/file/app_project',
  id: 'app_project_id',
  needs: 'app',
  fields: {
    project_name: name(),
    project_name_en: text(50).default(''),
    /** Shown on the public download page. */
    is_public: z.boolean().default(true),
    remark,
  },
  shows: { file_count: z.int() },
  search: ['project_name', 'project_name_en', 'remark'],
});

const plainAppFiles = resource({
  name: 'appFiles',
  table: 'app_file',
  path: '/file/app_file',
  id: 'app_file_id',
  needs: 'app',
  fields: {
    app_project_id: id,
    platform: appPlatform,
    version_number: name(30),
    /** Uploaded before, with the purpose `app`. */
    file_id: id,
    notes: text(2000).default(''),
  },
  shows: {
    project_name: z.string(),
    project_name_en: z.string(),
    is_public: z.boolean(),
    file_name: z.string(),
    size: z.int(),
    sha256: z.string(),
    created_at: time,
  },
  search: ['project_name', 'project_name_en', 'version_number', 'file_name'],
  filters: { app_project_id: id.optional(), platform: appPlatform.optional() },
});
/** The spec calls adding an app file `upload`. */
export const appFiles = { ...plainAppFiles, add: { ...plainAppFiles.add, path: '/file/app_file/upload' } };

const offered = z.object({
  app_file_id: id,
  app_project_id: id,
  project_name: z.string(),
  project_name_en: z.string(),
  platform: appPlatform,
  version_number: z.string(),
  notes: z.string(),
  size: z.int(),
  sha256: z.string(),
  created_at: time,
});
export type OfferedApp = z.output<typeof offered>;

/** The public download page. */
export const appDownloads = {
  /** The newest file of each public project by platform. */
  latest: call({
    path: '/file/server/latest',
    needs: 'public',
    input: empty,
    output: z.object({ apps: z.array(offered) }),
  }),
  download: call({
    path: '/file/app_file/download',
    needs: 'public',
    input: z.object({ app_file_id: id }),
    output: z.object({ url: z.string() }),
  }),
};
