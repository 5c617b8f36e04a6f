import { beforeAll, expect, test } from 'vitest';
import { practice, practiceRecords } from '#shared/contract/learning/practice.ts';
import { sittings } from '#shared/contract/learning/sittings.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { addAssessment, addQuestions, rightTo, wrongTo } from '#test/helpers/learning.ts';

let app: TestApp;
let admin: Client;
let learner: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  learner = await app.login('learner');
});

const begin = async (mode: 'topic' | 'mistakes' | 'random', topic = '') => {
  const { practice_id } = await learner.send(practice.begin, { mode, topic });
  return learner.send(practice.data, { practice_id });
};

test('before there is anything, practice says so by its codes', async () => {
  await expect(learner.send(practice.begin, { mode: 'random' })).rejects.toMatchObject({
    envelope: { code: 89 },
  });
  await expect(learner.send(practice.completion, {})).rejects.toMatchObject({ envelope: { code: 91 } });
  await expect(learner.send(practice.clear, {})).rejects.toMatchObject({ envelope: { code: 87 } });
});

test('a question is answered once: 83, 86 and 85, with the solution, and not before', async () => {
  await addQuestions(admin, '零气');
  const round = await begin('topic', '零气');
  expect(round.questions).toHaveLength(5);
  expect(JSON.stringify(round)).not.toMatch(/answers|explanation|解析/);
  const { practice_id } = round;
  for (const { question_id, kind } of round.questions) {
    const isRight = kind !== 'single';
    const answer = (isRight ? rightTo : wrongTo)[kind] ?? [];
    const { envelope } = await learner.raw(practice.answer.path, { practice_id, question_id, answer });
    expect(envelope.code).toBe(isRight ? 83 : 86);
    expect(envelope.data).toMatchObject({ correct: isRight, explanation: expect.stringContaining('解析') });
    const again = await learner.raw(practice.answer.path, {
      practice_id,
      question_id,
      answer: rightTo[kind],
    });
    expect(again.envelope).toMatchObject({ code: 85, data: { correct: isRight, answer } });
  }
  const { envelope } = await learner.raw(practice.completion.path, {});
  expect(envelope).toMatchObject({ code: 90, data: { answered: 5, correct: 4, rounds: 1, days: 1 } });
});

test('what is no answer is refused: nothing (96), what does not fit (84), a question of another round (110)', async () => {
  const { practice_id, questions } = await begin('random');
  const { question_id } = questions.find(({ kind }) => kind === 'single') ?? { question_id: 0 };
  const answer = (more: object) =>
    learner.raw(practice.answer.path, { practice_id, question_id, answer: ['A'], ...more });
  expect((await answer({ answer: [] })).envelope).toMatchObject({ code: 96, fields: [{ field: 'answer' }] });
  expect((await answer({ answer: ['Z'] })).envelope).toMatchObject({
    code: 84,
    fields: [{ field: 'answer' }],
  });
  expect((await answer({ question_id: 999_999 })).envelope).toMatchObject({ code: 110 });
  const other = await app.login('operator');
  await expect(other.send(practice.data, { practice_id })).rejects.toMatchObject({ envelope: { code: 89 } });
});

test('mistakes come again until they are answered right', async () => {
  const offer = await learner.send(practice.offer, {});
  expect(offer).toMatchObject({ mistakes: 1, questions: 5, unfinished: { answered: 0 } });
  const { practice_id, questions } = await begin('mistakes');
  expect(questions.map(({ kind }) => kind)).toEqual(['single']);
  await learner.send(practice.answer, {
    ...{ practice_id, question_id: questions[0]?.question_id ?? 0, answer: rightTo.single ?? [] },
  });
  await expect(begin('mistakes')).rejects.toMatchObject({
    envelope: { code: 89, detail: 'practice_none_mistakes' },
  });
});

test('records are one’s own, and are cleared with code 88', async () => {
  const mine = await learner.send(practiceRecords.list, { correct: false });
  expect(mine.data_info.map(({ kind }) => kind)).toEqual(['single']);
  expect((await admin.send(practiceRecords.list, {})).total).toBe(0);
  const { envelope } = await learner.raw(practice.clear.path, {});
  expect(envelope.code).toBe(88);
  expect((await learner.send(practiceRecords.list, {})).total).toBe(0);
});

test('nobody practises beside a paper that they sit', async () => {
  const { practice_id } = await begin('random');
  const { assessment_id } = await addAssessment(admin);
  const { sitting_id } = await learner.send(sittings.begin, { assessment_id });
  for (const attempt of [
    () => learner.send(practice.begin, { mode: 'random' }),
    () => learner.send(practice.data, { practice_id }),
    () => learner.send(practice.answer, { practice_id, question_id: 1, answer: ['A'] }),
  ])
    await expect(attempt()).rejects.toMatchObject({ envelope: { code: 89, detail: 'sitting_open' } });
  await learner.send(sittings.submit, { sitting_id, unanswered_ok: true });
  await learner.send(practice.data, { practice_id });
});
