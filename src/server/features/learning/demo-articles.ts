import type { Db, Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { demoArticles, demoTypes } from '#server/demo/article-texts.ts';
import { searchVector } from '#shared/domain/search-terms.ts';
import { cleanHtml, plainText, wordCount } from './rich-text.ts';

const actor = { account: 'system', real_name: 'system' };

interface Person {
  user_id: number;
  real_name: string;
}

/** Creates articles in a demo instance once; skipped if there are article types. */
export function seedDemoArticles(pool: Pool): Promise<void> {
  return pool.tx(actor, async (db) => {
    await db.run(sql`select pg_advisory_xact_lock(hashtext('demo articles'))`);
    const wanted = await db.one(sql`
      select from instance where demo and demo_removed_at is null and not exists (select from article_type)`);
    if (!wanted) return;
    const people = await db.rows<Person>(sql`
      select user_id, real_name from user_account where status = 'normal' order by user_id limit 5`);
    const types = await seedTypes(db);
    for (const [nth, article] of demoArticles.entries()) await seedArticle(db, nth, article, types, people);
  });
}

async function seedTypes(db: Db): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const [sort, { name, parent }] of demoTypes.entries()) {
    const row = await db.one<{ type_id: number }>(sql`
      insert into article_type (type_name, parent_id, sort)
      values (${name}, ${parent === undefined ? null : (ids.get(parent) ?? null)}, ${sort}) returning type_id`);
    if (row) ids.set(name, row.type_id);
  }
  return ids;
}

async function seedArticle(
  db: Db,
  nth: number,
  { title, type, html, comments, state }: (typeof demoArticles)[number],
  types: ReadonlyMap<string, number>,
  people: readonly Person[],
): Promise<void> {
  const author = people[nth % people.length];
  const type_id = types.get(type);
  if (!author || type_id === undefined) return;
  const isOut = state === 'published';
  const at = sql`now() - make_interval(days => ${(nth + 1) * 3}, hours => ${nth})`;
  const row = await db.one<{ article_id: number }>(sql`
    insert into article (article_title, author_id, author_name, state, published_no, published_at, submitted_at, created_at)
    values (${title}, ${author.user_id}, ${author.real_name}, ${state}, ${isOut ? 1 : null},
            case when ${isOut} then ${at} end, ${at}, ${at}) returning article_id`);
  if (!row) return;
  const { article_id } = row;
  const content = cleanHtml(html);
  const plain = plainText(content);
  await db.run(sql`
    insert into article_revision (article_id, revision_no, article_title, content, plain, words, search, type_id, visibility,
                                  comments, saved_by, saved_by_name, saved_at)
    values (${article_id}, 1, ${title}, ${content}, ${plain}, ${wordCount(plain)}, ${searchVector(title, plain)}::tsvector,
            ${type_id}, 'all', 'open', ${author.user_id}, ${author.real_name}, ${at})`);
  if (!isOut) return;
  for (const [which, body] of comments.entries()) {
    const speaker = people[(nth + which + 1) % people.length];
    if (!speaker) continue;
    await db.run(sql`
      insert into article_comment (article_id, user_id, author_name, body, state, at)
      values (${article_id}, ${speaker.user_id}, ${speaker.real_name}, ${body}, 'shown',
              ${at} + make_interval(hours => ${which + 5}))`);
    await db.run(sql`
      insert into article_view (article_id, user_id, first_at, last_at, times, seconds)
      values (${article_id}, ${speaker.user_id}, ${at}, ${at} + make_interval(hours => ${which + 5}), ${which + 2}, ${(which + 2) * 95})
      on conflict do nothing`);
  }
}
