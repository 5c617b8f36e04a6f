import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { keepFile, makeFolders } from '#server/files/store.ts';
import { handlers } from '#server/http/handlers.ts';
import { list } from '#server/http/list.ts';
import { scope } from '#server/scope.ts';
import { orderRequestActions, orderRequests } from '#shared/contract/work-orders/requests.ts';
import { Fault } from '#shared/faults.ts';
import { addFiles, addOrder } from './add.ts';

const log = list(orderRequests, {
  select: ({ user }) => sql`
    select r.request_id, r.site_id, s.site_name, s.mn, r.description, r.contact, r.created_at, r.state, r.order_id,
           r.decided_by, r.decided_at, r.refusal,
           exists (select from order_request_photo p where p.request_id = r.request_id) as has_photo
      from order_request r join site s using (site_id) where ${scope(user, sql`r.site_id`)}`,
  sort: sql`created_at desc, request_id desc`,
});

const actions = handlers(orderRequestActions, {
  order: async (ctx, { request_id, ...wanted }) => {
    const { site_id } = await decide(ctx, request_id, 'ordered');
    const order = { ...wanted, site_id, alarm_ids: [], file_ids: [], order_title_en: '', description_en: '' };
    const { order_id } = await addOrder(ctx, order, 'request');
    await ctx.db.run(sql`update order_request set order_id = ${order_id} where request_id = ${request_id}`);
    await movePhoto(ctx, request_id, order_id);
    return { order_id };
  },

  refuse: async (ctx, { request_id, note }) => {
    await decide(ctx, request_id, 'refused', note);
    return {};
  },

  photo: async ({ db, user }, { request_id }) => {
    const found = await db.one<{ seen: boolean; photo: string | null }>(sql`
      select ${scope(user, sql`r.site_id`)} as seen, encode(p.photo, 'base64') as photo
        from order_request r left join order_request_photo p using (request_id) where r.request_id = ${request_id}`);
    if (!found?.photo) throw new Fault('no_data');
    if (!found.seen) throw new Fault('no_authority');
    return { photo: found.photo.replaceAll('\n', '') };
  },
});

/** One atomic update, so that of two dispatchers one wins. */
async function decide(
  { db, user, now }: Ctx,
  request_id: number,
  state: 'ordered' | 'refused',
  refusal = '',
): Promise<{ site_id: number }> {
  const decided = await db.one<{ site_id: number }>(sql`
    update order_request r
       set state = ${state}, decided_by = ${user.real_name}, decided_at = ${now()}, refusal = ${refusal}
     where r.request_id = ${request_id} and r.state = 'new' and ${scope(user, sql`r.site_id`)}
    returning r.site_id`);
  if (decided) return decided;
  const found = await db.one<{ seen: boolean }>(
    sql`select ${scope(user, sql`r.site_id`)} as seen from order_request r where r.request_id = ${request_id}`,
  );
  if (!found) throw new Fault('no_data');
  if (!found.seen) throw new Fault('no_authority');
  throw new Fault('processing_failed', { detail: 'request_decided' });
}

/** Turns the reporter's photo into an attachment of the order. */
async function movePhoto(ctx: Ctx, request_id: number, order_id: number): Promise<void> {
  const { db, user } = ctx;
  const row = await db.one<{ photo: Buffer }>(
    sql`select photo from order_request_photo where request_id = ${request_id}`,
  );
  if (!row) return;
  await makeFolders(ctx);
  const sha256 = createHash('sha256').update(row.photo).digest('hex');
  const file = await keepFile(
    db,
    ctx,
    {
      ...{ user_id: user.user_id, purpose: 'attachment', size: row.photo.length, sha256 },
      file_name: `request-${request_id}.jpg`,
    },
    (path) => writeFile(path, row.photo, { mode: 0o600 }),
  );
  await addFiles(db, order_id, [file.file_id]);
}

export const orderRequestRoutes = [log, ...actions];
