import { expect } from 'vitest';
import { articleAuditActions } from '#shared/contract/learning/article-audit.ts';
import { articleTypes } from '#shared/contract/learning/article-types.ts';
import { articleActions, articles } from '#shared/contract/learning/articles.ts';
import { type Client, testApp } from './app.ts';
import { makeUser } from './people.ts';

export const idOf = (client: Client): number => client.user?.user_id ?? 0;

/** Expects a refusal with this code, at this field if given. */
export const refused = (work: Promise<unknown>, code: number, field?: string) =>
  expect(work).rejects.toMatchObject({ envelope: { code, ...(field && { fields: [{ field }] }) } });

let count = 0;
export const unique = (word: string) => `${word} ${++count}`;

/** A published article for list tests; in an empty database it and its type get ID 1. */
export async function publishedArticle(admin: Client): Promise<{ article_id: number }> {
  const { type_id } = await admin.send(articleTypes.add, { type_name: unique('类型') });
  const written = { article_title: unique('文章'), content: '<p>内容</p>', type_id: Number(type_id) };
  const { article_id } = await admin.send(articleActions.add, written);
  await admin.send(articleActions.submit, { article_id });
  await admin.send(articleAuditActions.approve, { article_id });
  return { article_id };
}

/** A writer, an auditor, two readers, and the steps to publish an article. */
export async function learningCenter() {
  const app = await testApp({ ROLES: 'api' });
  const admin = await app.login('admin');
  const person = async (role_id: number) => app.client().signIn((await makeUser(app.db, role_id)).account);
  const [writer, auditor, learner, stranger] = await Promise.all([2, 3, 4, 4].map(person));
  if (!writer || !auditor || !learner || !stranger) throw new Error('nobody there');
  const typed = async (more: object) => Number((await admin.send(articleTypes.add, more as never)).type_id);
  const type_id = await typed({ type_name: unique('运维') });
  const written = (more: object = {}) => ({
    article_title: unique('文章'),
    content: '<p>内容</p>',
    type_id,
    ...more,
  });
  const draft = async (more: object = {}, by = writer) =>
    (await by.send(articleActions.add, written(more))).article_id;
  return {
    ...{ app, admin, writer, auditor, learner, stranger, type_id, typed, written, draft, person },
    publish: async (more: object = {}, by = writer) => {
      const article_id = await draft(more, by);
      await by.send(articleActions.submit, { article_id });
      await admin.send(articleAuditActions.approve, { article_id });
      return article_id;
    },
    found: async (client: Client, keyword: string) =>
      (await client.send(articles.list, { keyword })).data_info.map((row) => row.article_title),
    versionOf: async (article_id: number) =>
      (await writer.send(articleActions.draft, { article_id })).version,
    uploaded: async (name: string, content: string) =>
      (await writer.upload(name, content)).data as { file_id: number; sha256: string },
  };
}
