import type { Ctx } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { inBoth, notify } from '#server/messages/notify.ts';
import { englishSiteName } from '#server/places/site-names.ts';
import { sayIn } from '#server/words.ts';
import { SUPER_ROLE } from '#shared/domain/may.ts';
import type { Language } from '#shared/i18n/index.ts';

/** The kinds of notices; their texts are `orders.told_…`. */
export type OrderNews =
  | 'assigned'
  | 'returned'
  | 'done'
  | 'closed'
  | 'cancelled'
  | 'reopened'
  | 'mentioned'
  | 'overdue';

interface Told {
  order_id: number;
  order_title: string;
  order_title_en: string;
  site_id: number | null;
  site_name: string | null;
  site_name_en: string | null;
}

/**
 * Notifies people through the channels that they chose, except the acting user and people who do not see the site.
 * Bilingual, because the reader's language is not known here.
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
  const words = await wordsOfOrder(db, news, order_id, user.real_name, note);
  if (!words) return;
  const seers = await db.rows<{ user_id: number }>(sql`
    select u.user_id from user_account u join role r using (role_id)
     where u.user_id = any(${wanted})
       and (${words.site_id}::integer is null or u.role_id = ${SUPER_ROLE} or r.sees_all_sites
            or exists (select from visible_site v where v.user_id = u.user_id and v.site_id = ${words.site_id}))`);
  await notify(
    ctx,
    db,
    seers.map(({ user_id }) => user_id),
    { kind: 'order', ...words.notice, path: words.path },
  );
}

export interface OrderWords {
  site_id: number | null;
  notice: ReturnType<typeof inBoth>;
  path: string;
}

/** The subject and body of a notice, in both languages. */
export async function wordsOfOrder(
  db: Db,
  news: OrderNews,
  order_id: number,
  actor: string,
  note = '',
): Promise<OrderWords | undefined> {
  const order = await db.one<Told>(sql`
    select o.order_id, o.order_title, o.order_title_en, o.site_id, s.site_name, s.site_name_en
      from work_order o left join site s using (site_id)
     where o.order_id = ${order_id}`);
  if (!order) return undefined;
  const { site_id, site_name, order_title } = order;
  const noticeIn = (language: Language) => {
    const say = sayIn(language);
    const isEnglish = language === 'en';
    const title = (isEnglish && order.order_title_en) || order_title;
    const site = isEnglish && site_name ? englishSiteName(site_name, order.site_name_en) : (site_name ?? '');
    const slots = { number: String(order_id), title, site, actor, note };
    const place = site_name ? say('orders.told_site', slots) : '';
    const what = actor === '' ? title : say('orders.told_body', slots);
    return {
      subject: say(`orders.told_${news}`, slots),
      body: [what, place, note].filter((line) => line !== '').join('\n'),
    };
  };
  const notice = inBoth({ zh: noticeIn('zh'), en: noticeIn('en') });
  return { site_id, notice, path: `/workorder/orders?order=${order_id}` };
}
