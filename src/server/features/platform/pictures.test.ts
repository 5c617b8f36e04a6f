import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { themes } from '#shared/contract/groups/themes.ts';
import { articleTypes } from '#shared/contract/learning/article-types.ts';
import { articleActions } from '#shared/contract/learning/articles.ts';
import { questions } from '#shared/contract/learning/questions.ts';
import { sittings } from '#shared/contract/learning/sittings.ts';
import { pictures } from '#shared/contract/platform/pictures.ts';
import { platformConfig } from '#shared/contract/platform/platform-config.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { addAssessment, addPaper } from '#test/helpers/learning.ts';
import { tidy } from '#test/helpers/upkeep.ts';

let app: TestApp;
let learner: Client;
beforeAll(async () => {
  app = await testApp();
  learner = await app.login('learner');
});

const dataUrl = (mime: string, bytes: Buffer) => `data:${mime};base64,${bytes.toString('base64')}`;
const png = (tail: string) => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(tail)]);

test('a picture has an address that anyone can fetch, and the same picture the same address', async () => {
  const image = dataUrl('image/png', png('one'));
  const { address } = await learner.send(pictures.add, { image });
  expect(await learner.send(pictures.add, { image })).toEqual({ address });
  const answer = await fetch(`${app.address}${address}`);
  expect(answer.headers.get('content-type')).toBe('image/png');
  expect(answer.headers.get('cache-control')).toContain('immutable');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(png('one'));
  expect((await fetch(`${app.address}${address.slice(0, -1)}x`)).status).toBe(404);
});

test('what is no picture, or another kind than it says, is refused', async () => {
  const refused = { envelope: { fields: [{ field: 'image', problem: 'bad_format' }] } };
  for (const image of [
    dataUrl('image/svg+xml', Buffer.from('<svg onload="x"/>')),
    dataUrl('image/png', Buffer.from('<html>')),
    dataUrl('image/jpeg', png('two')),
    'https://example.com/a.png',
  ])
    await expect(learner.send(pictures.add, { image })).rejects.toMatchObject(refused);
});

test('pictures that nobody shows any more go after a day', async () => {
  const admin = await app.login('admin');
  const add = async (tail: string) =>
    (await admin.send(pictures.add, { image: dataUrl('image/png', png(tail)) })).address;
  const [logo, stray, fresh] = [await add('logo'), await add('stray'), await add('fresh')];
  await admin.send(themes.add, { theme_name: '带标志', logo });
  await app.db.run(sql`
    update picture set created_at = ${app.app.now()}::timestamptz - interval '2 days' where ${fresh} not like '%' || sha256`);
  await tidy(app.app);
  const status = async (address: string) => (await fetch(`${app.address}${address}`)).status;
  expect([await status(logo), await status(stray), await status(fresh)]).toEqual([200, 404, 200]);
  // Adding a picture again renews its age.
  const again = await add('stray');
  await app.db.run(sql`update picture set created_at = ${app.app.now()}::timestamptz - interval '2 days'`);
  expect(await add('stray')).toBe(again);
  await tidy(app.app);
  expect(await status(again)).toBe(200);
});

test('pictures stay as long as an article, a question, a paper or the sign-in page shows them', async () => {
  const admin = await app.login('admin');
  const add = async (tail: string) =>
    (await admin.send(pictures.add, { image: dataUrl('image/png', png(tail)) })).address;
  const shown = {
    article: await add('article'),
    question: await add('question'),
    option: await add('option'),
    platform: await add('platform'),
    sign_in: await add('sign in'),
  };
  const { type_id } = await admin.send(articleTypes.add, { type_name: '图文' });
  const content = `<p>x</p><img src="${shown.article}">`;
  await admin.send(articleActions.add, { article_title: '图文', content, type_id: Number(type_id) });
  const { question_id } = await admin.send(questions.add, {
    ...{ kind: 'single', question_title: '看图', picture: shown.question, answers: ['A'], topics: ['图'] },
    options: [{ text: '一', picture: shown.option }, { text: '二' }],
  });
  const { version } = await admin.send(platformConfig.data, {});
  await admin.send(platformConfig.set, {
    ...{ version, platform_logo: shown.platform, sign_in_picture: shown.sign_in },
  });
  const status = async (address: string) => (await fetch(`${app.address}${address}`)).status;
  const afterDays = async () => {
    await app.db.run(sql`update picture set created_at = ${app.app.now()}::timestamptz - interval '2 days'`);
    await tidy(app.app);
    return Promise.all(Object.values(shown).map(status));
  };
  expect(await afterDays()).toEqual([200, 200, 200, 200, 200]);
  // A sitting keeps the pictures of its questions.
  const paper_id = await addPaper(admin, [Number(question_id)]);
  const { assessment_id } = await addAssessment(admin, { paper_id });
  await learner.send(sittings.begin, { assessment_id });
  await app.db.run(sql`update question set picture = '', options = '[{"text": "一"}, {"text": "二"}]'`);
  expect(await afterDays()).toEqual([200, 200, 200, 200, 200]);
});
