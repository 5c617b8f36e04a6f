import { type CellValue, readXlsx, writeXlsx } from 'hucre';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import type { StoredFile } from '#shared/contract/files/files.ts';
import { questionActions, questionImport, questions } from '#shared/contract/learning/questions.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { exportedList } from '#test/helpers/export.ts';
import { addAssessment, addPaper, addQuestions, newQuestions } from '#test/helpers/learning.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
});

const single = (more: object = {}) => ({
  ...{ kind: 'single' as const, question_title: `题 ${Math.random()}`, topics: ['仪器'], answers: ['A'] },
  options: [{ text: '一' }, { text: '二' }],
  ...more,
});
const count = async () => (await admin.send(questions.list, {})).total;

describe('a question', () => {
  test('of each kind is stored with what belongs to its kind', async () => {
    const [, , judge, , number] = await addQuestions(admin);
    const { data_info } = await admin.send(questions.list, { page_size: 100 });
    expect(data_info.find(({ question_id }) => question_id === number)).toMatchObject({
      ...{ kind: 'number', answers: ['7.5'], tolerance: 0.1, topic_names: '质控', difficulty: 'medium' },
    });
    expect(data_info.find(({ question_id }) => question_id === judge)).toMatchObject({ tolerance: null });
  });

  test.each([
    [{ options: [{ text: '一' }] }, 'options', 'too_few_options'],
    [{ answers: [] }, 'answers', 'answer_missing'],
    [{ answers: ['C'] }, 'answers', 'answer_no_option'],
  ])('with too little is refused with code 119 at its field', async (more, field, problem) => {
    await expect(admin.send(questions.add, single(more))).rejects.toMatchObject({
      fault: 'question_insert_failed',
      envelope: { code: 119, fields: [{ field, problem }] },
    });
  });

  test('is there once; an edit is held to the same rules', async () => {
    const question = single();
    const { question_id } = await admin.send(questions.add, question);
    await expect(admin.send(questions.add, question)).rejects.toMatchObject({
      ...{
        fault: 'question_insert_failed',
        envelope: { fields: [{ field: 'question_title', problem: 'repeated' }] },
      },
    });
    await expect(
      admin.send(questions.edit, { question_id, version: 1, kind: 'judge' }),
    ).rejects.toMatchObject({
      envelope: { code: 119, fields: [{ field: 'answers', problem: 'answer_true_false' }] },
    });
    await admin.send(questions.edit, { question_id, version: 1, kind: 'judge', answers: ['true'] });
    expect(await admin.send(questionActions.view, { question_id: Number(question_id) })).toMatchObject({
      options: [],
    });
  });

  test('keeps markup as the text that it is', async () => {
    const question_title = `<img src=x onerror=alert(1)>\n第二行 ${Math.random()}`;
    const { question_id } = await admin.send(questions.add, single({ question_title }));
    expect(await admin.send(questionActions.view, { question_id: Number(question_id) })).toMatchObject({
      question_title,
    });
    await expect(admin.send(questions.add, single({ picture: 'javascript:alert(1)' }))).rejects.toMatchObject(
      { envelope: { fields: [{ field: 'picture' }] } },
    );
  });

  test('that is not there cannot be viewed (113), and one in a paper cannot be deleted (116)', async () => {
    await expect(admin.send(questionActions.view, { question_id: 999_999 })).rejects.toMatchObject({
      envelope: { code: 113 },
    });
    const ids = await addQuestions(admin);
    await addPaper(admin, ids);
    await expect(admin.send(questions.remove, { question_id: ids })).rejects.toMatchObject({
      envelope: { code: 116 },
    });
  });

  test('with its answer is nothing for those who sit papers', async () => {
    const learner = await app.login('learner');
    await expect(learner.send(questions.list, {})).rejects.toMatchObject({ fault: 'permission_denied' });
    await expect(learner.send(questionActions.view, { question_id: 1 })).rejects.toMatchObject({
      fault: 'permission_denied',
    });
  });
});

const HEAD = ['题型', '题干', '选项A', '选项B', '选项C', '答案', '允许误差', '知识点', '难度', '解析'];
const upload = async (rows: CellValue[][], head = HEAD) => {
  const content = await writeXlsx({ sheets: [{ name: '题库', rows: [head, ...rows] }] });
  const { data } = await admin.upload('questions.xlsx', content);
  return (data as StoredFile).file_id;
};
const rows = (mark: string): CellValue[][] => [
  ['单选题', `单 ${mark}`, '甲', '乙', '丙', 'b', null, '仪器', '容易', '因为乙'],
  ['multiple', `多 ${mark}`, '甲', '乙', '丙', 'A、C', null, '仪器；校准', 'Hard', null],
  ['判断题', `判 ${mark}`, null, null, null, '错', null, '仪器', null, null],
  ['填空题', `填 ${mark}`, null, null, null, '臭氧|O3', null, '仪器', null, null],
  ['计算题', `数 ${mark}`, null, null, null, 7.5, 0.1, '仪器', null, null],
];

describe('a file', () => {
  test('of questions is looked at, stored whole, and comes out as it can come in again', async () => {
    const mark = `甲${Math.random()}`;
    const file_id = await upload(rows(mark));
    const looked = await admin.send(questionImport.preview, { file_id });
    expect(looked).toMatchObject({ total: 5, bad: 0 });
    expect(looked.rows.map(({ becomes }) => becomes)).toEqual(Array(5).fill('added'));
    expect(await admin.send(questionImport.run, { file_id, basis: looked.basis })).toMatchObject({
      added: 5,
    });
    const { data_info } = await admin.send(questions.list, { keyword: mark, page_size: 100 });
    expect(data_info.map(({ answers }) => answers.join()).sort()).toEqual([
      '7.5',
      'A,C',
      'B',
      'false',
      '臭氧,O3',
    ]);
    const columns = [
      'kind',
      'question_title',
      'option_a',
      'option_b',
      'option_c',
      'answer_text',
      'tolerance',
    ];
    const out = await exportedList(
      admin,
      'questions',
      [...columns, 'topic_names', 'difficulty', 'explanation'],
      {
        keyword: mark,
      },
    );
    const { data } = await admin.upload('again.csv', out);
    const again = await admin.send(questionImport.preview, { file_id: (data as StoredFile).file_id });
    expect(again.rows.map(({ becomes, problems }) => becomes ?? problems)).toEqual(
      Array(5).fill('unchanged'),
    );
  });

  test('with one wrong row stores nothing and is refused with code 78', async () => {
    const before = await count();
    const bad: CellValue[][] = [
      ['单选题', '缺选项', '甲', null, null, 'A', null, '仪器', null, null],
      ['单选题', '缺答案', '甲', '乙', null, null, null, '仪器', null, null],
      ['问答题', '没有的题型', '甲', '乙', null, 'A', null, '仪器', '很难', null],
      ['单选题', '中间缺一个', '甲', null, '丙', 'A', null, '仪器', null, null],
      ['判断题', '缺知识点', null, null, null, '对', null, null, null, null],
      ['计算题', '不是数', null, null, null, '七', null, '仪器', null, null],
      ['判断题', '重复', null, null, null, '对', null, '仪器', null, null],
      ['判断题', '重复', null, null, null, '错', null, '仪器', null, null],
    ];
    const file_id = await upload([...rows('乙'), ...bad]);
    const looked = await admin.send(questionImport.preview, { file_id });
    const said = looked.rows.flatMap(({ row, problems }) =>
      problems.map(({ field, problem }) => `${row} ${field} ${problem}`),
    );
    expect(said).toEqual([
      '7 option_a too_few_options',
      '8 answer_text answer_missing',
      '9 kind bad_choice',
      '9 difficulty bad_choice',
      '10 option_b required',
      '11 topic_names required',
      '12 answer_text not_a_number',
      '14 question_title repeated_in_file',
    ]);
    await expect(admin.send(questionImport.run, { file_id })).rejects.toMatchObject({
      envelope: { code: 78, detail: 'import_has_errors', params: { count: 7 } },
    });
    expect(await count()).toBe(before);
  });

  test('changes a question that is there, as far as it was so when it was looked at', async () => {
    await admin.send(questionImport.run, { file_id: await upload(rows('丙')) });
    const changed = rows('丙').map((row, i) => (i === 0 ? row.with(5, 'C') : row));
    const file_id = await upload(changed);
    const looked = await admin.send(questionImport.preview, { file_id });
    expect(looked.rows[0]).toMatchObject({
      becomes: 'changed',
      changes: [{ field: 'answer_text', was: 'B' }],
    });
    await app.db.run(sql`update question set remark = 'x' where question_title = '单 丙'`);
    await expect(admin.send(questionImport.run, { file_id, basis: looked.basis })).rejects.toMatchObject({
      envelope: { code: 78, detail: 'changed_meanwhile' },
    });
    expect(await admin.send(questionImport.run, { file_id })).toMatchObject({
      added: 0,
      changed: 1,
      unchanged: 4,
    });
  });

  test('starts from a template', async () => {
    const { url } = await admin.send(questionImport.template, { language: 'en' });
    const book = await readXlsx(new Uint8Array(await (await admin.download(url)).arrayBuffer()));
    expect(book.sheets[0]?.rows[0]).toContain('Option A');
  });
});

test('the bank is emptied only as it was named, and not while an assessment is open', async () => {
  const [first] = newQuestions();
  await admin.send(questions.add, first ?? {});
  const { assessment_id } = await addAssessment(admin);
  const lost = await admin.send(questionActions.lost, {});
  expect(lost.papers).toBeGreaterThan(0);
  await expect(admin.send(questionActions.clear, { questions: lost.questions - 1 })).rejects.toMatchObject({
    envelope: { code: 79, detail: 'bank_changed', params: { count: lost.questions } },
  });
  await expect(admin.send(questionActions.clear, { questions: lost.questions })).rejects.toMatchObject({
    envelope: { code: 79, detail: 'assessment_open' },
  });
  await app.db.run(sql`update assessment set state = 'closed' where assessment_id = ${assessment_id}`);
  expect(await admin.send(questionActions.clear, { questions: lost.questions })).toEqual({
    cleared: lost.questions,
  });
  await expect(admin.send(questionActions.clear, { questions: 0 })).rejects.toMatchObject({
    envelope: { code: 79, detail: 'bank_empty' },
  });
});
