import { articleAuditActions } from '#shared/contract/learning/article-audit.ts';
import { articleComments } from '#shared/contract/learning/article-comments.ts';
import { articleTypes } from '#shared/contract/learning/article-types.ts';
import { articleActions } from '#shared/contract/learning/articles.ts';
import { softwareKeyActions } from '#shared/contract/learning/software-keys.ts';
import type { Client } from '#test/helpers/app.ts';

let count = 0;

/** One example of each write about articles and software keys, for the test of the audit log. */
export function articleExamples(host: () => { admin: Client }) {
  const newType = () => ({ type_name: `类型例${++count}` });
  const type = async () => Number((await host().admin.send(articleTypes.add, newType())).type_id);
  const written = async () => ({
    article_title: `文章例${++count}`,
    content: '<p>例</p>',
    type_id: await type(),
  });
  const draft = async () => host().admin.send(articleActions.add, await written());
  const awaiting = async () => {
    const { article_id } = await draft();
    await host().admin.send(articleActions.submit, { article_id });
    return { article_id };
  };
  const published = async () => {
    const { article_id } = await awaiting();
    await host().admin.send(articleAuditActions.approve, { article_id });
    return { article_id };
  };
  const comment = async () => {
    const body = { ...(await published()), body: '评论例' };
    return { comment_id: (await host().admin.send(articleComments.add, body)).comment_id };
  };
  const numbers = { dc: '1', ckb: '1', pw1: '123456789', pw2: '1', duration: '1' };
  return {
    'articleTypes.add': async () => newType(),
    'articleTypes.edit': async () => ({ type_id: await type(), version: 1, remark: 'x' }),
    'articleTypes.remove': async () => ({ type_id: await type() }),
    'articleActions.add': written,
    'articleActions.edit': async () => ({ ...(await draft()), version: 1, ...(await written()) }),
    'articleActions.restore': async () => ({ ...(await draft()), version: 1, revision_no: 1 }),
    'articleActions.submit': draft,
    'articleActions.withdraw': awaiting,
    'articleActions.takeDown': async () => ({ ...(await published()), reason: 'x' }),
    'articleActions.remove': draft,
    'articleAuditActions.approve': awaiting,
    'articleAuditActions.giveBack': async () => ({ ...(await awaiting()), reason: 'x' }),
    'articleComments.add': async () => ({ ...(await published()), body: 'x' }),
    'articleComments.remove': comment,
    'commentAuditActions.decide': async () => ({ ...(await comment()), state: 'hidden' }),
    'softwareKeyActions.issue': async () => numbers,
    'softwareKeyActions.revoke': async () => {
      const { key_id } = await host().admin.send(softwareKeyActions.issue, numbers);
      return { key_id, reason: 'x' };
    },
  };
}
