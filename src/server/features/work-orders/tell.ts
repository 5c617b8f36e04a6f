import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { notify } from '#server/messages/notify.ts';
import { sayIn } from '#server/words.ts';
import { SUPER_ROLE } from '#shared/domain/may.ts';

/** What people are told of an order. Their words are `orders.told_…`. */
export type OrderNews = 'assigned' | 'returned' | 'done' | 'closed' | 'cancelled' | 'reopened' | 'mentioned';

interface Told {
  order_id: number;
  order_title: string;
  site_id: number | null;
  site_name: string | null;
}

/**
 * Tells people of an order in the ways that each has chosen: not the one who acts, and nobody who may not see the
 * station. Nobody knows which language they read, so that it is said in both.
 */
export async function tellOfOrder(
  ctx: Pick<Ctx, 'db' | 'now' | 'settings'> & { user: { user_id: number | null; real_name: string } },
  news: OrderNews,
  order_id: number,
  user_ids: readonly (number | null)[],
  note = '',
): Promise<void> {
  const { db, user } = ctx;
  const wanted = [...new Set(user_ids)].filter((one) => one !== null && one !== user.user_id);
  if (wanted.length === 0) return;
  const order = await db.one<Told>(sql`
    select o.order_id, o.order_title, o.site_id, s.site_name from work_order o left join site s using (site_id)
     where o.order_id = ${order_id}`);
  if (!order) return;
  const seers = await db.rows<{ user_id: number }>(sql`
    select u.user_id from user_account u join role r using (role_id)
     where u.user_id = any(${wanted})
       and (${order.site_id}::integer is null or u.role_id = ${SUPER_ROLE} or r.sees_all_sites
            or exists (select from visible_site v where v.user_id = u.user_id and v.site_id = ${order.site_id}))`);
  const slots = {
    number: String(order.order_id),
    title: order.order_title,
    site: order.site_name ?? '',
    actor: user.real_name,
    note,
  };
  const said = (['zh', 'en'] as const).map((language) => {
    const say = sayIn(language);
    const place = order.site_name ? say('orders.told_site', slots) : '';
    return {
      subject: say(`orders.told_${news}`, slots),
      body: [say('orders.told_body', slots), place, note].filter((line) => line !== '').join('\n'),
    };
  });
  await notify(
    ctx,
    db,
    seers.map(({ user_id }) => user_id),
    {
      kind: 'order',
      subject: said.map(({ subject }) => subject).join(' · '),
      body: said.map(({ body }) => body).join('\n'),
    },
  );
}
