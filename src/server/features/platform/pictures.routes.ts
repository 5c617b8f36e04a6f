import { createHash } from 'node:crypto';
import { sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { pictureFolder, pictures } from '#shared/contract/platform/pictures.ts';
import { Fault } from '#shared/faults.ts';

/** Magic bytes of each type; names and declared types are not trusted. */
const beginnings: Record<string, RegExp> = {
  'image/png': /^\x89PNG\r\n/,
  'image/jpeg': /^\xff\xd8\xff/,
  'image/webp': /^RIFF.{4}WEBP/s,
};

export const pictureRoutes = handlers(pictures, {
  add: async ({ db, now }, { image }) => {
    const [head = '', body = ''] = image.split(',');
    const mime = head.slice('data:'.length, head.indexOf(';'));
    const content = Buffer.from(body, 'base64');
    if (!beginnings[mime]?.test(content.subarray(0, 16).toString('latin1')))
      throw new Fault('file_format_wrong', { fields: [{ field: 'image', problem: 'bad_format' }] });
    const sha256 = createHash('sha256').update(content).digest('hex');
    await db.run(sql`
      with added as (
        insert into picture (sha256, mime, content, created_at) values (${sha256}, ${mime}, ${content}, ${now()})
        on conflict (sha256) do update set created_at = excluded.created_at
        returning sha256, mime, length(content) as size, xmax = 0 as is_new
      )
      select write_audit('picture', sha256, 'insert', null, to_jsonb(added) - 'is_new') from added where is_new`);
    return { address: `${pictureFolder}/${sha256}` };
  },
});
