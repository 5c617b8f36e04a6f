import type { Ctx } from '#server/app.ts';
import { notify, sayInBoth } from '#server/messages/notify.ts';

function wordsOf(news: string, slots: Record<string, string>) {
  const keys = { subject: `articles.told_${news}`, body: `articles.told_${news}_body` };
  return { kind: 'platform' as const, ...sayInBoth(keys, slots) };
}

export async function tellAuditor(ctx: Ctx, auditor_id: number, title: string): Promise<void> {
  if (auditor_id === ctx.user.user_id) return;
  await notify(
    ctx,
    ctx.db,
    [auditor_id],
    wordsOf('submitted', { title, name: ctx.user.real_name, reason: '' }),
  );
}

/** Notifies the author of an auditor's decision. */
export async function tellAuthor(
  ctx: Ctx,
  news: 'approved' | 'returned' | 'withdrawn',
  { author_id, article_title: title }: { author_id: number | null; article_title: string },
  reason = '',
): Promise<void> {
  if (author_id === null || author_id === ctx.user.user_id) return;
  await notify(ctx, ctx.db, [author_id], wordsOf(news, { title, name: ctx.user.real_name, reason }));
}
