import { writeXlsx } from 'hucre';
import { asAdmin, siteId } from './ask.ts';
import { seriousProblems } from './axe.ts';
import { expect, spaced, test } from './station.ts';

const HEAD = ['题型', '题干', '选项A', '选项B', '选项C', '答案', '允许误差', '知识点', '难度', '解析'];

test('a bank comes from Excel; a paper is sat, interrupted, resumed and marked; it opens the gate to K and B', async ({
  open,
  browser,
  request,
  stations,
}) => {
  const mark = String(Date.now());
  const station = await stations.site('上岗站', { factors: [{ component_id: 1 }] });
  const ask = await asAdmin(request);
  const site_id = await siteId(ask, station);

  const on = await open('/learning/questionbank');
  await on.getByRole('button', { name: '导入' }).first().click();
  const rows = [
    ['单选题', `单选 ${mark}`, '甲', '乙', '丙', 'B', null, mark, '容易', '乙是对的'],
    ['判断题', `判断 ${mark}`, null, null, null, '错', null, mark, null, null],
    ['计算题', `计算 ${mark}`, null, null, null, 7.5, 0.1, mark, null, null],
  ];
  const choose = async (more: (string | number | null)[][]) => {
    const buffer = Buffer.from(
      await writeXlsx({ sheets: [{ name: '题库', rows: [HEAD, ...rows, ...more] }] }),
    );
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    await on.locator('input[type=file]').first().setInputFiles({ name: '题库.xlsx', mimeType, buffer });
  };
  await choose([['单选题', `坏题 ${mark}`, '甲', null, null, 'A', null, mark, null, null]]);
  await expect(on.getByText('至少填写 2 个选项').first()).toBeVisible();
  await on.getByRole('button', { name: '重新选择文件' }).click();
  await choose([]);
  await on.getByRole('button', { name: /导入 3 / }).click();
  await expect(on.getByText('新增 3 行，修改 0 行，0 行不变')).toBeVisible();
  await on
    .getByRole('dialog')
    .getByRole('button', { name: spaced('关闭') })
    .last()
    .click();
  await expect(on.getByRole('row').filter({ hasText: `单选 ${mark}` })).toBeVisible();
  expect(await seriousProblems(on)).toEqual([]);

  // Prepare the rest through the API.
  const list = (await ask('/learning/question/data', { keyword: mark, page_size: 10 })) as unknown as {
    data_info: { question_id: number }[];
  };
  const question_ids = list.data_info.map(({ question_id }) => question_id);
  const { paper_id } = await ask('/learning/paper/add', { paper_name: `卷 ${mark}`, how: 'hand' });
  await ask('/learning/paper/question/add', { paper_id, question_ids, score: 5 });
  const { assessment_id } = await ask('/learning/assessment/add', {
    ...{
      assessment_name: `上岗 ${mark}`,
      paper_id,
      minutes: 30,
      answers_shown: 'with_marks',
      valid_days: 365,
    },
  });
  await ask('/learning/assessment/state/set', { assessment_id, state: 'open' });
  const gate = await ask('/learning/competence/add', {
    ...{ subject: 'command', command_kind: 'kb_set', assessment_id },
  });

  const setKb = async () => {
    await on.goto(`/countercharges/kbvalue?sites=${site_id}`);
    const row = on
      .getByRole('row')
      .filter({ hasText: '上岗站' })
      .filter({ has: on.getByRole('checkbox') });
    await row.getByRole('checkbox').check();
    await on.getByRole('button', { name: '设置 K、B' }).click();
    const drawer = on.getByRole('dialog');
    await drawer.getByRole('spinbutton').first().fill('1.25');
    await drawer.getByLabel('原因').fill('与国控站比对');
    await drawer.getByRole('button', { name: '下发 1 条' }).click();
    const sure = on.getByRole('dialog', { name: /确认/ });
    await sure.getByRole('button', { name: '下发 1 条' }).click();
  };
  await on.goto(`/countercharges/kbvalue?sites=${site_id}`);
  await on.getByRole('button', { name: spaced('开启') }).click();
  await expect(on.getByText(/远程反控已开启/)).toBeVisible();
  await setKb();
  await expect(on.getByText(`此操作要求通过考核“上岗 ${mark}”`)).toBeVisible();
  // Leaving the drawer with unsaved input may ask for confirmation.
  await on.getByRole('link', { name: '去参加考核' }).click();
  const leave = on.getByRole('button', { name: spaced('离开') });
  await leave.click({ timeout: 5000 }).catch(() => undefined);
  await expect(on).toHaveURL(/learning\/assessment/);

  const card = on
    .locator('section')
    .filter({ hasText: `上岗 ${mark}` })
    .first();
  await card.getByRole('button', { name: '开始考核' }).click();
  await on.getByRole('button', { name: '开始考核' }).last().click();
  await expect(on.getByRole('timer')).toBeVisible();
  const answer = async (place: number) => {
    await on.getByRole('button', { name: new RegExp(`^第 ${place} 题`) }).click();
    const title = on.getByText(new RegExp(`(单选|判断|计算) ${mark}`));
    const text = (await title.textContent()) ?? '';
    if (text.startsWith('单选')) await on.getByRole('radio', { name: /乙/ }).check();
    else if (text.startsWith('判断')) await on.getByRole('radio', { name: '错' }).check();
    else await on.getByRole('textbox', { name: '填写答案' }).fill('7.45');
    await expect(on.getByText(`已答 ${place} / 3`)).toBeVisible();
    await expect(on.getByText('已保存')).toBeVisible();
  };
  await answer(1);
  await answer(2);
  expect(await seriousProblems(on)).toEqual([]);

  // Leave, and resume on another device at the same question.
  const address = on.url();
  await on.goto('/personal');
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const other = await phone.newPage();
  await open.as(other, new URL(address).pathname + new URL(address).search, 'admin');
  await expect(other.getByText('已答 2 / 3')).toBeVisible();
  expect(await seriousProblems(other)).toEqual([]);
  await phone.close();
  await on.goto(address);
  await expect(on.getByText('已答 2 / 3')).toBeVisible();
  await answer(3);
  await on.getByRole('button', { name: spaced('交卷') }).click();
  await on
    .getByRole('button', { name: spaced('交卷') })
    .last()
    .click();
  await on.getByRole('button', { name: '查看成绩' }).click();
  await expect(on.getByText('15 / 15 分')).toBeVisible();
  await expect(on.getByText('乙是对的')).toBeVisible();

  await setKb();
  await on.getByRole('tab', { name: '指令记录' }).click();
  await expect(
    on
      .locator('tbody')
      .getByRole('row')
      .filter({ hasText: '设置 K/B 值' })
      .filter({ hasText: '上岗站' })
      .first(),
  ).toBeVisible();
  await ask('/learning/competence/delete', { competence_id: gate.competence_id });
});
