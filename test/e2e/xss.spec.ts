import type { Page } from '@playwright/test';
import { dateAfter } from '#shared/domain/duty-calendar.ts';
import { formatTime, parseTime } from '#shared/domain/time.ts';
import { payloads as all } from '#test/helpers/xss-payloads.ts';
import { asAdmin } from './ask.ts';
import { expect, test } from './signed-in.ts';

const HARMLESS = '<h2>零点</h2><p><strong>加粗</strong> H<sub>2</sub>O</p><ul><li><p>一</p></li></ul>';
/** The server rejects text with the character NUL. */
const payloads = all.filter((payload) => !payload.includes('\u0000'));
/** In plain text fields a payload must be shown as typed. */
const IMAGE = '<img src=x onerror=alert(1)>';

/** Counts the effects of payloads: dialogs, and requests to other servers. */
async function watch(on: Page): Promise<() => Promise<unknown>> {
  const asked: string[] = [];
  on.on('request', (request) => {
    const { hostname, pathname } = new URL(request.url());
    if (hostname.endsWith('evil.example') || pathname === '/x' || pathname.endsWith('/x.js'))
      asked.push(request.url());
  });
  await on.addInitScript(() => {
    const ran = window as unknown as { ran: number };
    ran.ran = 0;
    for (const name of ['alert', 'prompt', 'confirm'] as const) {
      Object.defineProperty(window, name, { value: () => void ran.ran++ });
    }
  });
  return async () => [await on.evaluate(() => (window as unknown as { ran?: number }).ran), ...asked];
}

test('nothing that is written in an article or a comment runs, and its formatting stays', async ({
  open,
  page,
  request,
}) => {
  const ran = await watch(page);
  // One payload refers to a picture that does not exist.
  open.expects(/404 \(Not Found\)/);
  const ask = await asAdmin(request);
  const mark = Date.now();
  const { type_id } = await ask('/learning/article/type/add', { type_name: `类型 ${mark}` });
  const written = {
    article_title: `${IMAGE} ${mark}`,
    type_id,
    content: HARMLESS + payloads.join('<p>与</p>'),
  };
  const { article_id } = await ask('/learning/article/add', written);
  await ask('/learning/article/submit', { article_id });
  const on = await open('/learning/audit?state=awaiting');
  await expect(on.getByRole('row').filter({ hasText: `${IMAGE} ${mark}` })).toBeVisible();
  await ask('/learning/article/audit/approve', { article_id });
  for (const body of payloads.slice(0, 6)) await ask('/learning/comment/add', { article_id, body });

  await on.goto(`/learning/articles?article=${article_id}`);
  await expect(on.getByRole('heading', { name: `${IMAGE} ${mark}` })).toBeVisible();
  await expect(on.getByRole('heading', { name: '零点', exact: true })).toBeVisible();
  await expect(on.locator('strong', { hasText: '加粗' })).toBeVisible();
  await expect(on.locator('sub', { hasText: '2' })).toBeVisible();
  await expect(on.getByText('<SCRIPT SRC=//evil.example/x.js></SCRIPT>')).toBeVisible();
  // Links to other protocols are removed.
  const hrefs = await on
    .locator('article a, main a')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).protocol));
  expect(hrefs.filter((protocol) => !['http:', 'https:', 'mailto:', ':', ''].includes(protocol))).toEqual([]);
  expect(await ran()).toEqual([0]);

  await on.goto(`/learning/articles?edit=${article_id}`);
  await expect(on.getByRole('textbox', { name: '正文' })).toContainText('加粗');
  expect(await ran()).toEqual([0]);
  await on.goto('/learning/audit?tab=comments');
  await expect(on.getByText(IMAGE).first()).toBeVisible();
  expect(await ran()).toEqual([0]);
});

test('nothing that is written in a question runs, neither in the bank nor in practice', async ({
  open,
  page,
  request,
}) => {
  const ran = await watch(page);
  const ask = await asAdmin(request);
  const topic = `${IMAGE}${Date.now()}`.slice(0, 50);
  const options = payloads.slice(0, 8).map((text) => ({ text }));
  const question_title = `${payloads.slice(0, 30).join(' ')} ${topic}`;
  await ask('/learning/question/add', {
    ...{ kind: 'single', question_title, options, answers: ['A'], topics: [topic] },
    explanation: payloads.slice(30).join(' ').slice(0, 2000),
  });
  const on = await open('/learning/questionbank');
  await on.getByPlaceholder('题干、知识点、解析或备注').fill(topic);
  await expect(on.getByRole('row').filter({ hasText: topic })).toBeVisible();
  expect(await ran()).toEqual([0]);
  await on.goto('/learning/practice');
  const card = on.locator('section').filter({ hasText: topic });
  await card.getByRole('button', { name: '开始练习' }).click();
  await on.getByRole('radio').first().check();
  await on.getByRole('button', { name: '提交答案' }).click();
  await expect(on.getByText(/javascript:alert\(1\)/).first()).toBeVisible();
  expect(await ran()).toEqual([0]);
});

test('nothing that is written in a room, a meeting or a theme runs', async ({ open, page, request }) => {
  const ran = await watch(page);
  const ask = await asAdmin(request);
  const mark = Date.now();
  const { department_id } = await ask('/meeting/department/add', { department_name: `${IMAGE}部 ${mark}` });
  const room_name = `${IMAGE}厅 ${mark}`;
  const place = payloads[3];
  const { room_id } = await ask('/meeting/room/add', { room_name, department_id, place, remark: IMAGE });
  const date = dateAfter(formatTime(new Date(), 'yyyy-MM-dd'), 2);
  const theme = `${IMAGE}会 ${mark}`;
  await ask('/meeting/appointment/add', {
    ...{ room_id, theme, description: payloads.join('\n').slice(0, 2000), attendee_ids: [1] },
    ...{ starts_at: parseTime(`${date} 09:00`), ends_at: parseTime(`${date} 12:00`) },
  });
  const on = await open(`/meetings/rooms`);
  await expect(on.getByRole('row').filter({ hasText: room_name })).toBeVisible();
  await on.goto(`/meetings/appointments?date=${date}`);
  const meeting = on.getByRole('button').filter({ hasText: theme });
  await meeting.press('Enter');
  await expect(on.getByRole('dialog').getByText('evil.example', { exact: false })).toBeVisible();
  expect(await ran()).toEqual([0]);

  const platform_title = `${IMAGE} 平台`;
  const { theme_id } = await ask('/auth_login/login/theme/add', { theme_name: IMAGE + mark, platform_title });
  const { user_id } = await ask('/auth_login/login/user/add', {
    ...{ account: `xss-${mark}`, real_name: '<b>名</b>', role_id: 1, password: 'lanjing123' },
  });
  await ask('/auth_login/login/theme/users/add', { theme_id, user_ids: [user_id] });
  await on.goto('/userconfigs/themeconfig');
  await expect(on.getByText(IMAGE + mark)).toBeVisible();
  const other = await (await page.context().browser()?.newContext())?.newPage();
  if (!other) throw new Error('no second browser');
  const ranThere = await watch(other);
  await open.as(other, '/meetings/rooms', `xss-${mark}`);
  await expect(other.getByText(platform_title)).toBeVisible();
  await expect(other.getByText('<b>名</b>')).toBeVisible();
  expect([await ran(), await ranThere()]).toEqual([[0], [0]]);
  await ask('/auth_login/login/user/delete', { user_id });
  await ask('/auth_login/login/theme/delete', { theme_id });
});
