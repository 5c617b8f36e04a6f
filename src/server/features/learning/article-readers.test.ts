import { beforeAll, expect, test } from 'vitest';
import { articleAuditActions } from '#shared/contract/learning/article-audit.ts';
import {
  articleComments,
  commentAuditActions,
  commentAudits,
} from '#shared/contract/learning/article-comments.ts';
import { articleActions, articleStatistics, statisticKinds } from '#shared/contract/learning/articles.ts';
import {
  articleCollections,
  myArticles,
  myCollections,
  myComments,
} from '#shared/contract/learning/my-articles.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import type { Client } from '#test/helpers/app.ts';
import { learningCenter, refused } from '#test/helpers/articles.ts';

let here: Awaited<ReturnType<typeof learningCenter>>;
beforeAll(async () => {
  here = await learningCenter();
});

test('comments show at once, or once somebody has let them, or not at all', async () => {
  const { auditor, learner, stranger, publish } = here;
  const open = await publish();
  const { comment_id, state } = await learner.send(articleComments.add, {
    article_id: open,
    body: '1 < 2 <b>x</b>',
  });
  expect(state).toBe('shown');
  const read = async (client: Client, article_id: number) =>
    (await client.send(articleComments.data, { article_id })).data_info;
  // Returned as typed: comments are plain text and never HTML.
  expect(await read(stranger, open)).toMatchObject([{ body: '1 < 2 <b>x</b>', is_own: false }]);
  const answer = await stranger.send(articleComments.add, {
    article_id: open,
    body: '是',
    parent_id: comment_id,
  });
  expect((await read(learner, open))[0]).toMatchObject({
    comment_id: answer.comment_id,
    answers: learner.user?.real_name,
  });
  await refused(learner.send(articleComments.add, { article_id: open, body: ' ' }), 137, 'body');
  await refused(learner.send(articleComments.add, { article_id: open, body: 'x', parent_id: 98_765 }), 140);
  await refused(stranger.send(articleComments.remove, { comment_id }), 138);
  await refused(stranger.send(articleComments.remove, { comment_id: 98_765 }), 140);
  await refused(learner.send(articleComments.data, { article_id: 98_765 }), 139);

  const checked = await publish({ comments: 'checked' });
  const held = await learner.send(articleComments.add, { article_id: checked, body: '待审' });
  expect(held.state).toBe('awaiting');
  expect(await read(stranger, checked)).toEqual([]);
  expect(await read(learner, checked)).toHaveLength(1);
  expect((await auditor.send(commentAudits.list, { state: 'awaiting' })).data_info[0]).toMatchObject({
    body: '待审',
  });
  await auditor.send(commentAuditActions.decide, { comment_id: [held.comment_id], state: 'shown' });
  expect(await read(stranger, checked)).toHaveLength(1);
  await auditor.send(commentAuditActions.decide, {
    comment_id: held.comment_id,
    state: 'hidden',
    reason: '广告',
  });
  expect(await read(stranger, checked)).toEqual([]);
  expect((await learner.send(myComments.list, { article_id: checked })).data_info).toMatchObject([
    { state: 'hidden', reason: '广告' },
  ]);
  await refused(auditor.send(commentAuditActions.decide, { comment_id: 98_765, state: 'shown' }), 140);
  await refused(learner.send(commentAudits.list, {}), 16);
  await refused(learner.send(myComments.list, { article_id: 98_765 }), 141);

  const closed = await publish({ comments: 'closed' });
  await refused(learner.send(articleComments.add, { article_id: closed, body: 'x' }), 137);
  await learner.send(articleComments.remove, { comment_id });
});

test('collections: once each, and what is gone tells nothing of itself', async () => {
  const { writer, learner, draft, publish } = here;
  const article_id = await publish({ article_title: '可收藏' });
  const unpublished = await draft();
  await learner.send(articleCollections.add, { article_id });
  await refused(learner.send(articleCollections.add, { article_id }), 133);
  await refused(learner.send(articleCollections.add, { article_id: unpublished }), 132);
  const mine = async () => (await learner.send(myCollections.list, {})).data_info;
  expect(await mine()).toMatchObject([{ article_title: '可收藏', readable: true }]);
  await writer.send(articleActions.withdraw, { article_id });
  expect(await mine()).toMatchObject([{ article_title: '', readable: false }]);
  await learner.send(articleCollections.remove, { article_id });
  await refused(learner.send(articleCollections.remove, { article_id }), 134);
});

test('views and the time spent are counted, and authors see them', async () => {
  const { learner, stranger, person, publish } = here;
  const author = await person(2);
  await refused(author.send(articleStatistics.mine, {}), 145);
  const article_id = await publish({}, author);
  for (const seconds of [0, 40, 20]) await learner.send(articleActions.view, { article_id, seconds });
  await stranger.send(articleActions.view, { article_id });
  expect((await learner.send(articleActions.one, { article_id })).view_count).toBe(2);
  expect(await author.send(articleStatistics.mine, {})).toMatchObject({
    ...{ published: 1, views: 2, readers: 2, seconds: 60 },
  });
  expect((await author.send(myArticles.list, {})).data_info).toMatchObject([{ article_id, view_count: 2 }]);
  await refused(author.send(myArticles.list, { type_id: 98_765 }), 144, 'type_id');
});

test('every statistic can be asked for, and says by its own code when its time makes no sense', async () => {
  const { app, auditor } = here;
  const codes = { count: 146, views: 147, collections: 148, comments: 149, ranking: 150, downloads: 169 };
  const now = app.clock.now.getTime();
  const at = (hours: number) => new Date(now + hours * HOUR_MS).toISOString();
  for (const kind of statisticKinds) {
    const { total, data_info } = await auditor.send(articleStatistics.data, {
      kind,
      from: at(-1),
      to: at(1),
    });
    expect(total).toBe(data_info.reduce((sum, one) => sum + one.count, 0));
    await refused(auditor.send(articleStatistics.data, { kind, from: at(1), to: at(1) }), codes[kind], 'to');
  }
  const { data_info } = await auditor.send(articleStatistics.data, {
    kind: 'views',
    from: at(-1),
    to: at(1),
  });
  expect(data_info[0]?.count).toBeGreaterThan(1);
});

test('withdrawing, taking down and deleting', async () => {
  const { admin, writer, learner, stranger, publish } = here;
  const article_id = await publish();
  await refused(writer.send(articleActions.remove, { article_id }), 123);
  await refused(stranger.send(articleActions.remove, { article_id }), 123);
  await refused(learner.send(articleActions.takeDown, { article_id, reason: 'x' }), 16);
  await refused(admin.send(articleActions.takeDown, { article_id, reason: '' }), 143, 'reason');
  await admin.send(articleActions.takeDown, { article_id, reason: '内容过时' });
  await refused(learner.send(articleActions.one, { article_id }), 127);
  await refused(writer.send(articleActions.withdraw, { article_id }), 143);
  await writer.send(articleActions.submit, { article_id });
  await writer.send(articleActions.withdraw, { article_id });
  await writer.send(articleActions.remove, { article_id });
  await refused(learner.send(articleActions.one, { article_id }), 136);
  await refused(writer.send(articleActions.draft, { article_id }), 136);
  await refused(learner.send(articleActions.one, { article_id: 98_765 }), 135);
});

test('what was never handed in is its author’s alone, its attachments too', async () => {
  const { auditor, writer, draft, uploaded } = here;
  const { file_id } = await uploaded('private.txt', 'only mine');
  const article_id = await draft({ file_ids: [file_id] });
  await refused(auditor.send(articleActions.draft, { article_id }), 126);
  await refused(auditor.send(articleActions.download, { article_id, file_id }), 126);
  await writer.send(articleActions.download, { article_id, file_id });
  await writer.send(articleActions.submit, { article_id });
  await auditor.send(articleActions.download, { article_id, file_id });
});

test('an own comment does not tell the new title of an article that one may no longer read', async () => {
  const { admin, learner, writer, publish, written, versionOf } = here;
  const article_id = await publish({ article_title: 'before' });
  await learner.send(articleComments.add, { article_id, body: 'x' });
  const said = async () =>
    (await learner.send(myComments.list, { article_id })).data_info.map(({ article_title }) => article_title);
  expect(await said()).toEqual(['before']);
  await writer.send(articleActions.edit, {
    ...written({ article_title: 'for operators', visibility: 'roles', role_ids: [2] }),
    ...{ article_id, version: await versionOf(article_id) },
  });
  await writer.send(articleActions.submit, { article_id });
  await admin.send(articleAuditActions.approve, { article_id });
  expect(await said()).toEqual(['']);
});
