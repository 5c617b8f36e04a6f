import { rm, truncate } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { groupMembers, userGroups } from '#shared/contract/groups/groups.ts';
import { articleAuditActions, articleAudits } from '#shared/contract/learning/article-audit.ts';
import { articleComments } from '#shared/contract/learning/article-comments.ts';
import { articleMenu, articleTypes } from '#shared/contract/learning/article-types.ts';
import { articleActions, articleDownloads, articles } from '#shared/contract/learning/articles.ts';
import { articleCollections } from '#shared/contract/learning/my-articles.ts';
import { inbox } from '#shared/contract/platform/messages.ts';
import type { Client } from '#test/helpers/app.ts';
import { idOf, learningCenter, refused, unique } from '#test/helpers/articles.ts';

let here: Awaited<ReturnType<typeof learningCenter>>;
beforeAll(async () => {
  here = await learningCenter();
});

test('types are a tree: names repeat under different parents only, and no type stands under itself', async () => {
  const { admin, typed, draft } = here;
  const top = await typed({ type_name: '标准' });
  const below = await typed({ type_name: '空气', parent_id: top });
  await refused(typed({ type_name: '空气', parent_id: top }), 128, 'type_name');
  await refused(typed({ type_name: '标准' }), 128, 'type_name');
  await typed({ type_name: '空气' });
  await refused(typed({ type_name: 'x', parent_id: 98_765 }), 161, 'parent_id');
  const edit = (id: number, more: object) =>
    admin.send(articleTypes.edit, { type_id: id, version: 1, ...more });
  await refused(edit(top, { parent_id: below }), 163, 'parent_id');
  await refused(edit(top, { parent_id: top }), 163, 'parent_id');
  await refused(edit(below, { type_name: '空气', parent_id: null }), 131, 'type_name');
  const third = await typed({ type_name: '三', parent_id: below });
  const fourth = await typed({ type_name: '四', parent_id: third });
  await refused(typed({ type_name: '五', parent_id: fourth }), 161, 'parent_id');
  await refused(admin.send(articleTypes.remove, { type_id: top }), 164);
  await draft({ type_id: fourth });
  await refused(admin.send(articleTypes.remove, { type_id: fourth }), 130);
  const { data_info } = await admin.send(articleTypes.list, { type_id: fourth });
  expect(data_info[0]).toMatchObject({ whole_name: '标准 / 空气 / 三 / 四', article_count: 1 });
});

test('the tree beside the articles counts what the reader may see, types below included', async () => {
  const { learner, stranger, typed, publish } = here;
  const top = await typed({ type_name: '统计' });
  const below = await typed({ type_name: '下级', parent_id: top });
  await publish({ type_id: below });
  await publish({ type_id: below, visibility: 'people', user_ids: [idOf(learner)] });
  const seen = async (client: Client) =>
    (await client.send(articleMenu.tree, { type_id: top })).data_info.map((one) => one.article_count);
  expect(await seen(learner)).toEqual([2, 2]);
  expect(await seen(stranger)).toEqual([1, 1]);
  expect((await stranger.send(articles.list, { type_id: top })).total).toBe(1);
  await refused(learner.send(articleMenu.tree, { type_id: 98_765 }), 162);
  await refused(learner.send(articles.list, { type_id: 98_765 }), 129, 'type_id');
});

test('what cannot be an article is said at its field', async () => {
  const { writer, written, draft } = here;
  const add = (more: object) => writer.send(articleActions.add, written(more));
  await refused(add({ article_title: ' ' }), 95, 'article_title');
  await refused(add({ article_title: undefined }), 95, 'article_title');
  await refused(add({ content: '<p> </p><script>alert(1)</script>' }), 95, 'content');
  await refused(add({ type_id: 98_765 }), 95, 'type_id');
  await refused(add({ visibility: 'roles' }), 95, 'role_ids');
  await refused(add({ visibility: 'groups', user_group_ids: [98_765] }), 95, 'user_group_ids');
  await refused(add({ visibility: 'people', user_ids: [98_765] }), 95, 'user_ids');
  await refused(add({ file_ids: [98_765] }), 28);
  const article_id = await draft();
  const edit = (more: object) =>
    writer.send(articleActions.edit, { article_id, version: 1, ...written(more) });
  await refused(edit({ content: '' }), 124, 'content');
});

test('from a draft by way of the auditors to its readers, and back with a reason', async () => {
  const { writer, auditor, learner, draft, versionOf, written } = here;
  const article_id = await draft({ article_title: '零点检查' });
  await refused(learner.send(articleActions.one, { article_id }), 127);
  await refused(learner.send(articleActions.draft, { article_id }), 126);
  await refused(learner.send(articleActions.submit, { article_id }), 126);
  await refused(
    writer.send(articleActions.submit, { article_id, auditor_id: idOf(learner) }),
    94,
    'auditor_id',
  );
  await writer.send(articleActions.submit, { article_id, auditor_id: idOf(auditor) });
  const told = async (client: Client) => (await client.send(inbox.data, {})).data_info[0]?.subject ?? '';
  expect(await told(auditor)).toContain('零点检查');
  await refused(writer.send(articleActions.submit, { article_id }), 142);
  await refused(
    writer.send(articleActions.edit, { article_id, version: await versionOf(article_id), ...written() }),
    124,
  );
  await refused(learner.send(articleAuditActions.approve, { article_id }), 16);
  await refused(auditor.send(articleAuditActions.giveBack, { article_id, reason: ' ' }), 174, 'reason');
  await auditor.send(articleAuditActions.giveBack, { article_id, reason: '缺少步骤' });
  expect(await told(writer)).toContain('被退回');
  expect((await writer.send(articleActions.draft, { article_id })).return_reason).toBe('缺少步骤');
  await writer.send(articleActions.edit, {
    ...{ article_id, version: await versionOf(article_id) },
    ...written({ article_title: '零点检查二' }),
  });
  await writer.send(articleActions.submit, { article_id });
  await auditor.send(articleAuditActions.approve, { article_id });
  expect(await learner.send(articleActions.one, { article_id })).toMatchObject({
    article_title: '零点检查二',
    state: 'published',
    revision_no: 2,
  });
  const { steps } = await auditor.send(articleActions.draft, { article_id });
  expect(steps.map(({ act }) => act)).toEqual(['submit', 'return', 'submit', 'approve']);
});

test('auditors approve many at once, all or none, and nobody approves their own', async () => {
  const { writer, auditor, learner, draft } = here;
  const first = await draft();
  const second = await draft();
  await writer.send(articleActions.submit, { article_id: first });
  await refused(auditor.send(articleAuditActions.approve, { article_id: [first, second] }), 174);
  await refused(learner.send(articleActions.one, { article_id: first }), 127);
  await writer.send(articleActions.submit, { article_id: second });
  const waiting = await auditor.send(articleAudits.list, { state: 'awaiting', page_size: 1000 });
  expect(waiting.data_info.map((one) => one.article_id)).toEqual(expect.arrayContaining([first, second]));
  expect(await auditor.send(articleAuditActions.approve, { article_id: [first, second] })).toEqual({
    approved: 2,
  });
  const own = await draft({}, auditor);
  await auditor.send(articleActions.submit, { article_id: own });
  await refused(auditor.send(articleAuditActions.approve, { article_id: own }), 174);
  await refused(auditor.send(articleAudits.list, { type_id: 98_765 }), 173, 'type_id');
  await refused(learner.send(articleAudits.list, {}), 16);
});

test('a change of what is published is read once it is approved, not before', async () => {
  const { writer, auditor, learner, publish, found, versionOf, written } = here;
  const article_id = await publish({ article_title: '旧', content: '<p>每天校准</p>' });
  const edit = async (content: string) =>
    writer.send(articleActions.edit, {
      ...{ article_id, version: await versionOf(article_id) },
      ...written({ article_title: '新', content }),
    });
  await edit('<p>每周校准</p>');
  expect(await learner.send(articleActions.one, { article_id })).toMatchObject({ article_title: '旧' });
  expect(await found(learner, '每周校准')).toEqual([]);
  const compared = await auditor.send(articleActions.compare, { article_id, from_no: 1, to_no: 2 });
  expect(compared.fields).toEqual([{ field: 'article_title', before: '旧', after: '新' }]);
  expect(compared.blocks[0]?.parts.filter(({ kind }) => kind !== 'same')).toEqual([
    { kind: 'removed', text: '天' },
    { kind: 'added', text: '周' },
  ]);
  await writer.send(articleActions.submit, { article_id });
  await auditor.send(articleAuditActions.approve, { article_id });
  expect(await found(learner, '每周校准')).toContain('新');
  const restored = await writer.send(articleActions.restore, {
    ...{ article_id, revision_no: 1, version: await versionOf(article_id) },
  });
  expect(restored).toEqual({ revision_no: 3 });
  const { data_info } = await writer.send(articleActions.revisions, { article_id });
  expect(data_info.map(({ revision_no, is_published }) => [revision_no, is_published])).toEqual([
    [3, false],
    [2, true],
    [1, false],
  ]);
  await refused(writer.send(articleActions.compare, { article_id, from_no: 1, to_no: 9 }), 135);
  await refused(writer.send(articleActions.edit, { article_id, version: 1, ...written() }), 65);
});

test('who may not see an article does not see it in any way', async () => {
  const { admin, writer, learner, stranger, publish, uploaded } = here;
  const { user_group_id } = await admin.send(userGroups.add, { user_group_name: unique('质控组') });
  await admin.send(groupMembers.add, {
    user_group_id: Number(user_group_id),
    user_ids: [idOf(learner)],
  } as never);
  const file = await uploaded('手册.txt', 'text');
  for (const readers of [
    { visibility: 'groups', user_group_ids: [Number(user_group_id)] },
    { visibility: 'people', user_ids: [idOf(learner)] },
  ]) {
    const article_id = await publish({ content: '<p>麒麟计划</p>', file_ids: [file.file_id], ...readers });
    const ids = async (client: Client) =>
      (await client.send(articles.list, { keyword: '麒麟', page_size: 100 })).data_info.map(
        (a) => a.article_id,
      );
    expect(await ids(learner)).toContain(article_id);
    expect(await ids(stranger)).not.toContain(article_id);
    expect((await learner.send(articleActions.one, { article_id })).files).toHaveLength(1);
    await refused(stranger.send(articleActions.one, { article_id }), 126);
    await refused(stranger.send(articleActions.view, { article_id }), 126);
    await refused(stranger.send(articleComments.data, { article_id }), 126);
    await refused(stranger.send(articleComments.add, { article_id, body: 'x' }), 126);
    await refused(stranger.send(articleCollections.add, { article_id }), 126);
    await refused(stranger.send(articleActions.download, { article_id, file_id: file.file_id }), 126);
    await refused(stranger.send(articleActions.draft, { article_id }), 126);
    await refused(stranger.send(articleActions.revisions, { article_id }), 126);
    await refused(stranger.send(articleActions.compare, { article_id, from_no: 1, to_no: 1 }), 126);
  }
  const ofRole = await publish({ visibility: 'roles', role_ids: [2] });
  await refused(learner.send(articleActions.one, { article_id: ofRole }), 126);
  expect((await writer.send(articleActions.one, { article_id: ofRole })).is_own).toBe(true);
});

test('attachments are for readers, and it is written down who took them', async () => {
  const { app, writer, learner, draft, publish, uploaded } = here;
  const file = await uploaded('标气.txt', 'gas');
  const other = await uploaded('另.txt', 'else');
  const { file_id } = file;
  const article_id = await publish({ file_ids: [file_id] });
  const { url } = await learner.send(articleActions.download, { article_id, file_id });
  expect(url).toContain('/');
  await refused(learner.send(articleActions.download, { article_id, file_id: other.file_id }), 97);
  const hidden = await draft({ file_ids: [other.file_id] });
  await refused(learner.send(articleActions.download, { article_id: hidden, file_id: other.file_id }), 167);
  const log = await writer.send(articleDownloads.list, { article_id });
  expect(log.data_info).toMatchObject([{ file_name: '标气.txt', user_name: learner.user?.real_name }]);
  await refused(learner.send(articleDownloads.list, { article_id }), 168);
  await refused(writer.send(articleDownloads.list, { article_id: 98_765 }), 168);
  expect((await learner.send(articleDownloads.list, {})).total).toBe(0);
  // The file is first truncated, then missing.
  await truncate(`${app.config.filesDir}/files/${file.sha256}`, 1);
  await refused(learner.send(articleActions.download, { article_id, file_id }), 98);
  await rm(`${app.config.filesDir}/files/${file.sha256}`);
  await refused(learner.send(articleActions.download, { article_id, file_id }), 97);
});

test('full-text search finds Chinese by parts of words, and PM2.5 in every form', async () => {
  const { learner, publish, found } = here;
  await publish({ article_title: '臭氧分析仪维护', content: '<p>紫外灯每两年更换，流量 0.8 L/min。</p>' });
  await publish({ article_title: '颗粒物', content: '<p>PM₂.₅ 切割器清洗，HJ 653-2021</p>' });
  expect(await found(learner, '臭氧')).toEqual(['臭氧分析仪维护']);
  expect(await found(learner, '分析仪')).toEqual(['臭氧分析仪维护']);
  expect(await found(learner, '氧析')).toEqual([]);
  expect(await found(learner, '更换 紫外')).toEqual(['臭氧分析仪维护']);
  expect(await found(learner, 'pm2.5')).toEqual(['颗粒物']);
  expect(await found(learner, 'ＰＭ2.5 清洗')).toEqual(['颗粒物']);
  expect(await found(learner, 'hj 653')).toEqual(['颗粒物']);
  expect(await found(learner, "a' | b & !:*")).toEqual([]);
  expect(await found(learner, '！？')).toEqual([]);
});

test('the search is answered by its index', async () => {
  const { app } = here;
  const plan = await app.db.tx({}, async (db) => {
    await db.run(sql`set local enable_seqscan = off`);
    return db.rows<Record<string, string>>(sql`
      explain select 1 from article_revision where search @@ ${"'臭氧'"}::tsquery`);
  });
  expect(JSON.stringify(plan)).toContain('article_revision_search');
});
