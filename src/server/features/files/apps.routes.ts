import { join } from 'node:path';
import type { Ctx } from '#server/app.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { requireContent } from '#server/files/store.ts';
import { crud } from '#server/http/crud.ts';
import { publicDownloadUrl } from '#server/http/downloads.ts';
import { handlers } from '#server/http/handlers.ts';
import { appDownloads, appFiles, appProjects, type OfferedApp } from '#shared/contract/files/apps.ts';
import type { StoredFile } from '#shared/contract/files/files.ts';
import { Fault } from '#shared/faults.ts';

const ofFile = (column: Sql) => sql`(select ${column} from file f where f.file_id = t.file_id)`;
const ofProject = (column: Sql) =>
  sql`(select ${column} from app_project p where p.app_project_id = t.app_project_id)`;

export const appRoutes = [
  ...crud(appProjects, {
    shows: {
      file_count: sql`(select count(*) from app_file f where f.app_project_id = t.app_project_id)`,
    },
  }),
  ...crud(appFiles, {
    shows: {
      project_name: ofProject(sql`project_name`),
      project_name_en: ofProject(sql`project_name_en`),
      is_public: ofProject(sql`is_public`),
      file_name: ofFile(sql`file_name`),
      size: ofFile(sql`size`),
      sha256: ofFile(sql`sha256`),
    },
    beforeSave: async (ctx, fields) => {
      if (fields.file_id !== undefined) await requireAppFile(ctx, Number(fields.file_id));
      return fields;
    },
  }),
  ...handlers(appDownloads, {
    latest: async ({ db }) => ({
      apps: await db.rows<OfferedApp>(sql`
        select distinct on (p.project_name collate "zh-x-icu", p.app_project_id, a.platform)
               a.app_file_id, a.app_project_id, p.project_name, p.project_name_en, a.platform, a.version_number,
               a.notes, f.size, f.sha256, a.created_at
          from app_file a join app_project p using (app_project_id) join file f using (file_id)
         where p.is_public
         order by p.project_name collate "zh-x-icu", p.app_project_id, a.platform, a.app_file_id desc`),
    }),

    download: async (ctx, { app_file_id }) => {
      const file = await ctx.db.one<StoredFile>(sql`
        select file_id, file_name, size, sha256
          from app_file a join app_project p using (app_project_id) join file f using (file_id)
         where a.app_file_id = ${app_file_id} and p.is_public`);
      if (!file) throw new Fault('file_missing');
      await requireContent(ctx, file);
      return { url: publicDownloadUrl(ctx, join('files', file.sha256), file.file_name) };
    },
  }),
];

/** Other files have restricted readers, but an app can be downloaded by everybody. */
async function requireAppFile({ db }: Ctx, file_id: number): Promise<void> {
  const found = await db.one(sql`select from file where file_id = ${file_id} and purpose = 'app'`);
  if (!found) throw new Fault('file_missing', { fields: [{ field: 'file_id', problem: 'unknown_value' }] });
}
