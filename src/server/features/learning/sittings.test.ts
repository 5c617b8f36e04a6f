import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { assessmentActions, assessments } from '#shared/contract/learning/assessments.ts';
import { paperActions, papers } from '#shared/contract/learning/papers.ts';
import { questions } from '#shared/contract/learning/questions.ts';
import { questionStatistics, scoreActions, scores } from '#shared/contract/learning/scores.ts';
import { type Sat, sittings } from '#shared/contract/learning/sittings.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { addAssessment, addPaper, addQuestions, rightTo, wrongTo } from '#test/helpers/learning.ts';
import { endSittings } from './submit.ts';

let app: TestApp;
let admin: Client;
let learner: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  learner = await app.login('learner');
});

const begin = async (who: Client, assessment_id: number): Promise<Sat> => {
  const { sitting_id } = await who.send(sittings.begin, { assessment_id });
  return who.send(sittings.data, { sitting_id });
};
const answerAll = async (who: Client, { sitting_id, questions }: Sat, answers: Record<string, string[]>) => {
  for (const { place, kind } of questions)
    await who.send(sittings.answer, { sitting_id, place, answer: answers[kind] ?? [] });
};

describe('a paper', () => {
  test('by hand takes a question once, in an order that can be changed', async () => {
    const ids = await addQuestions(admin);
    const paper_id = await addPaper(admin, ids);
    const add = (more: object) =>
      admin.raw(paperActions.addQuestions.path, { paper_id, question_ids: ids, score: 1, ...more });
    expect((await add({})).envelope.code).toBe(122);
    expect((await add({ question_ids: [999_999] })).envelope).toMatchObject({ code: 110 });
    expect((await add({ paper_id: 999_999 })).envelope).toMatchObject({ code: 121, detail: 'paper_missing' });
    const reversed = ids.toReversed().map((question_id) => ({ question_id, score: 4 }));
    await admin.send(paperActions.arrange, { paper_id, questions: reversed });
    const viewed = await admin.send(paperActions.view, { paper_id });
    expect(viewed).toMatchObject({ full_score: 20, is_sat: false });
    expect(viewed.questions.map(({ question_id }) => question_id)).toEqual(ids.toReversed());
    await admin.send(paperActions.removeQuestions, { paper_id, question_ids: ids.slice(0, 1) });
    await expect(
      admin.send(paperActions.removeQuestions, { paper_id, question_ids: ids.slice(0, 1) }),
    ).rejects.toMatchObject({ envelope: { code: 118 } });
    await expect(admin.send(paperActions.view, { paper_id: 999_999 })).rejects.toMatchObject({
      envelope: { code: 114 },
    });
  });

  test('by rule must find its questions (120), and is drawn anew for everybody', async () => {
    for (let i = 0; i < 4; i++) await addQuestions(admin, '抽题');
    const rule = { topic: '抽题', kind: 'single' as const, count: 5, score: 1 };
    const wanted = { paper_name: `规则卷 ${Math.random()}`, how: 'rule', rules: [rule] };
    await expect(admin.send(papers.add, wanted)).rejects.toMatchObject({
      envelope: {
        code: 120,
        fields: [{ field: 'rules', problem: 'rule_short', params: { row: 1, count: 4 } }],
      },
    });
    const rules = [
      { topic: '', kind: null, difficulty: null, count: 3, score: 2 },
      { ...rule, count: 4 },
    ];
    const { paper_id } = await admin.send(papers.add, { ...wanted, rules });
    const { assessment_id } = await addAssessment(admin, { paper_id: Number(paper_id) });
    const sat = await begin(learner, assessment_id);
    expect(sat.questions).toHaveLength(7);
    expect(sat.full_score).toBe(10);
    expect(new Set(sat.questions.map(({ question_title }) => question_title)).size).toBe(7);
    await expect(admin.send(papers.add, { ...wanted, rules })).rejects.toMatchObject({
      envelope: { code: 120, fields: [{ field: 'paper_name', problem: 'repeated' }] },
    });
    await expect(admin.send(papers.remove, { paper_id: Number(paper_id) })).rejects.toMatchObject({
      envelope: { code: 117 },
    });
  });

  test('by rules that want the same questions is drawn whenever it can be, and refused when it cannot', async () => {
    const topic = `同题 ${Math.random()}`.slice(0, 40);
    const other = `${topic}另`;
    const ids: number[] = [];
    for (const topics of [[topic], [topic], [topic, other], [topic, other]]) {
      const question = { kind: 'judge' as const, answers: ['true'], topics };
      const { question_id } = await admin.send(questions.add, {
        ...question,
        question_title: `${topic} ${ids.length}`,
      });
      ids.push(Number(question_id));
    }
    const wanted = (both: number) => ({
      ...{ paper_name: `同题卷 ${Math.random()}`, how: 'rule' as const },
      rules: [
        { topic, count: both, score: 1 },
        { topic: other, count: 2, score: 1 },
      ],
    });
    await expect(admin.send(papers.add, wanted(3))).rejects.toMatchObject({
      envelope: {
        code: 120,
        fields: [{ field: 'rules', problem: 'rule_overlap', params: { row: 2, count: 1 } }],
      },
    });
    const { paper_id } = await admin.send(papers.add, wanted(2));
    const { assessment_id } = await addAssessment(admin, { paper_id: Number(paper_id), attempts: 20 });
    for (let time = 0; time < 20; time++) {
      const sat = await begin(learner, assessment_id);
      expect(new Set(sat.questions.map(({ question_title }) => question_title)).size).toBe(4);
      await learner.send(sittings.submit, { sitting_id: sat.sitting_id, unanswered_ok: true });
    }
    await admin.send(assessmentActions.setState, { assessment_id, state: 'closed' });
    await admin.send(questions.edit, { question_id: ids[0] ?? 0, version: 1, enabled: false });
    await expect(
      admin.send(assessmentActions.setState, { assessment_id, state: 'open' }),
    ).rejects.toMatchObject({ envelope: { code: 166, detail: 'paper_short_before' } });
  });

  test('that somebody has sat keeps its questions', async () => {
    const { assessment_id, paper_id } = await addAssessment(admin);
    await begin(learner, assessment_id);
    const [question_id = 0] = await addQuestions(admin);
    await expect(
      admin.send(paperActions.addQuestions, { paper_id, question_ids: [question_id], score: 1 }),
    ).rejects.toMatchObject({ envelope: { code: 121, detail: 'paper_sat' } });
  });
});

describe('an assessment', () => {
  test('is opened with questions only, and closed once', async () => {
    const { paper_id } = await admin.send(papers.add, { paper_name: `空卷 ${Math.random()}`, how: 'hand' });
    const { assessment_id } = await admin.send(assessments.add, {
      assessment_name: `空 ${Math.random()}`,
      paper_id,
    });
    const set = (state: 'open' | 'closed') =>
      admin.raw(assessmentActions.setState.path, { assessment_id, state });
    expect((await set('open')).envelope).toMatchObject({ code: 166, detail: 'paper_empty' });
    expect((await set('closed')).envelope).toMatchObject({ code: 166, detail: 'exam_state_same' });
    await expect(learner.send(assessmentActions.status, { assessment_id: 999_999 })).rejects.toMatchObject({
      envelope: { code: 165 },
    });
  });

  test('whose marks await a check names somebody who may check (94)', async () => {
    const paper_id = await addPaper(admin, await addQuestions(admin));
    const wanted = { assessment_name: `复核 ${Math.random()}`, paper_id, marks: 'after_check' };
    for (const checker_id of [null, learner.user?.user_id, 999_999])
      await expect(admin.send(assessments.add, { ...wanted, checker_id })).rejects.toMatchObject({
        envelope: { code: 94, fields: [{ field: 'checker_id' }] },
      });
  });

  test('is for those whom it names, in its time, as often as it says', async () => {
    const { assessment_id } = await addAssessment(admin, { role_ids: [2] });
    await expect(learner.send(sittings.begin, { assessment_id })).rejects.toMatchObject({
      envelope: { code: 114, detail: 'not_for_you' },
    });
    const operator = await app.login('operator');
    const { sitting_id } = await begin(operator, assessment_id);
    await operator.send(sittings.submit, { sitting_id, unanswered_ok: true });
    await expect(operator.send(sittings.begin, { assessment_id })).rejects.toMatchObject({
      envelope: { code: 111, detail: 'attempts_used', params: { count: 1 } },
    });
    // Managers grant another attempt by raising `attempts`.
    const all = (await admin.send(assessments.list, {})).data_info;
    const version = all.find((one) => one.assessment_id === assessment_id)?.version ?? 0;
    await admin.send(assessments.edit, { assessment_id, version, attempts: 2 });
    expect((await begin(operator, assessment_id)).sitting_id).not.toBe(sitting_id);
    const later = await addAssessment(admin, {
      opens_at: new Date(app.clock.now.getTime() + 3_600_000).toISOString(),
    });
    await expect(learner.send(sittings.begin, { assessment_id: later.assessment_id })).rejects.toMatchObject({
      envelope: { code: 114, detail: 'assessment_not_yet' },
    });
    const { data_info } = await learner.send(sittings.mine, {});
    expect(data_info.map((one) => one.assessment_id)).not.toContain(assessment_id);
  });
});

describe('a sitting', () => {
  test('never tells what is right before it is due, and goes on where it was, on any device', async () => {
    const { assessment_id } = await addAssessment(admin);
    const sat = await begin(learner, assessment_id);
    const [first] = sat.questions;
    await learner.send(sittings.answer, {
      ...{ sitting_id: sat.sitting_id, place: 1, answer: rightTo[first?.kind ?? ''] ?? [] },
    });
    const phone = await app.login('learner');
    const again = await begin(phone, assessment_id);
    expect(again).toMatchObject({ sitting_id: sat.sitting_id, ends_at: sat.ends_at });
    expect(again.questions[0]?.answer).toEqual(rightTo[first?.kind ?? '']);
    expect(again.questions.map(({ question_title }) => question_title)).toEqual(
      sat.questions.map(({ question_title }) => question_title),
    );
    const one = await phone.send(sittings.question, { sitting_id: sat.sitting_id, place: 2 });
    expect(JSON.stringify([sat, again, one])).not.toMatch(/answers|explanation|tolerance|解析/);
    await expect(
      phone.send(sittings.question, { sitting_id: sat.sitting_id, place: 6 }),
    ).rejects.toMatchObject({ envelope: { code: 112 } });
    // With the scores but before the end: points without solutions.
    await phone.send(sittings.submit, { sitting_id: sat.sitting_id, unanswered_ok: true });
    const early = await learner.send(scoreActions.view, { sitting_id: sat.sitting_id });
    expect(early).toMatchObject({ answers_due: false, score: 2 });
    expect(early.questions.every(({ solution }) => solution === null)).toBe(true);
    await admin.send(assessmentActions.setState, { assessment_id, state: 'closed' });
    const due = await learner.send(scoreActions.view, { sitting_id: sat.sitting_id });
    expect(due.questions.every(({ solution }) => solution !== null)).toBe(true);
  });

  test('is submitted once, and asks before questions are left open', async () => {
    const { assessment_id } = await addAssessment(admin);
    const sat = await begin(learner, assessment_id);
    const { sitting_id } = sat;
    expect((await learner.raw(sittings.submit.path, { sitting_id })).envelope).toMatchObject({
      ...{ code: 96, params: { count: 5 } },
    });
    await answerAll(learner, sat, { ...rightTo, single: wrongTo.single ?? [] });
    const tries = await Promise.all(
      Array.from({ length: 8 }, () => learner.raw(sittings.submit.path, { sitting_id })),
    );
    expect(tries.map(({ envelope }) => envelope.code).sort()).toEqual([92, ...Array(7).fill(93)]);
    expect(await learner.send(scoreActions.view, { sitting_id })).toMatchObject({
      score: 8,
      full_score: 10,
      passed: true,
    });
    expect(
      (await learner.raw(sittings.answer.path, { sitting_id, place: 1, answer: ['A'] })).envelope,
    ).toMatchObject({ code: 84, detail: 'sitting_submitted' });
    const other = await app.login('operator');
    for (const call of [sittings.data, sittings.submit])
      await expect(other.send(call as typeof sittings.data, { sitting_id })).rejects.toMatchObject({
        envelope: { code: 165 },
      });
    await expect(other.send(scoreActions.view, { sitting_id })).rejects.toMatchObject({
      envelope: { code: 115 },
    });
  });

  test('refuses what is no answer, and lets one be taken back', async () => {
    const { assessment_id } = await addAssessment(admin);
    const { sitting_id, questions } = await begin(learner, assessment_id);
    const { place } = questions.find(({ kind }) => kind === 'number') ?? { place: 0 };
    await expect(
      learner.send(sittings.answer, { sitting_id, place, answer: ['seven'] }),
    ).rejects.toMatchObject({
      envelope: { code: 84, fields: [{ field: 'answer', problem: 'answer_of_number' }] },
    });
    await learner.send(sittings.answer, { sitting_id, place, answer: ['7'] });
    await learner.send(sittings.answer, { sitting_id, place, answer: [] });
    const { questions: now } = await learner.send(sittings.data, { sitting_id });
    expect(now.find((one) => one.place === place)?.answer).toBeNull();
  });

  test('left alone is submitted by the server’s clock with the answers that it has', async () => {
    const { assessment_id } = await addAssessment(admin, { minutes: 1, attempts: 2 });
    const sat = await begin(learner, assessment_id);
    const { sitting_id } = sat;
    await answerAll(learner, sat, { single: rightTo.single ?? [] });
    app.clock.forward(61);
    const late = await learner.raw(sittings.answer.path, { sitting_id, place: 1, answer: ['A'] });
    expect(late.envelope.code).toBe(84);
    await endSittings({ pool: app.db, now: () => app.clock.now });
    await expect
      .poll(async () => (await learner.send(scores.list, { assessment_id })).data_info[0])
      .toMatchObject({ state: 'marked', submitted_by: 'clock', score: 2, passed: false });
    // A sitting that is opened again after its end is submitted at once.
    const second = await begin(learner, assessment_id);
    app.clock.forward(61);
    expect(await learner.send(sittings.data, { sitting_id: second.sitting_id })).toMatchObject({
      ...{ state: 'marked', questions: [] },
    });
  });

  test('of which the marks await a check is told after it', async () => {
    const { assessment_id } = await addAssessment(admin, {
      ...{ marks: 'after_check', checker_id: admin.user?.user_id, valid_days: 10 },
    });
    const sat = await begin(learner, assessment_id);
    const { sitting_id } = sat;
    await answerAll(learner, sat, { ...wrongTo, fill: ['臭氧气体'], single: ['B'], judge: ['false'] });
    expect(await learner.send(sittings.submit, { sitting_id })).toEqual({ state: 'submitted' });
    await expect(learner.send(scoreActions.view, { sitting_id })).rejects.toMatchObject({
      envelope: { code: 115, detail: 'score_not_released' },
    });
    expect((await learner.send(scores.list, { assessment_id })).data_info[0]).toMatchObject({ score: null });
    const seen = await admin.send(scoreActions.view, { sitting_id });
    expect(seen).toMatchObject({ may_check: true, answers_due: true });
    const { place } = seen.questions.find(({ kind }) => kind === 'fill') ?? { place: 0 };
    const check = (earned: number) => ({ sitting_id, version: seen.version, earned: [{ place, earned }] });
    const manager = await app.login('manager');
    await expect(manager.send(scoreActions.check, check(2))).rejects.toMatchObject({
      envelope: { code: 94 },
    });
    await expect(admin.send(scoreActions.check, check(3))).rejects.toMatchObject({
      envelope: { fields: [{ field: 'earned', problem: 'score_too_big' }] },
    });
    expect(await admin.send(scoreActions.check, check(2))).toEqual({ score: 6, passed: true });
    await expect(admin.send(scoreActions.check, check(2))).rejects.toMatchObject({ fault: 'update_failed' });
    expect(await learner.send(scoreActions.view, { sitting_id })).toMatchObject({ passed: true, score: 6 });
  });

  test('is not checked by who sat it, nor are its answers told to them before', async () => {
    const manager = await app.login('manager');
    const { assessment_id } = await addAssessment(admin, {
      ...{ marks: 'after_check', checker_id: manager.user?.user_id },
    });
    const sat = await begin(manager, assessment_id);
    const { sitting_id } = sat;
    await answerAll(manager, sat, wrongTo);
    await manager.send(sittings.submit, { sitting_id });
    await expect(manager.send(scoreActions.view, { sitting_id })).rejects.toMatchObject({
      envelope: { detail: 'score_not_released' },
    });
    const { version } = await admin.send(scoreActions.view, { sitting_id });
    const earned = sat.questions.map(({ place, score }) => ({ place, earned: score }));
    await expect(manager.send(scoreActions.check, { sitting_id, version, earned })).rejects.toMatchObject({
      envelope: { code: 94, detail: 'score_own' },
    });
  });
});

test('statistics say how each question did, and that nobody has sat (170)', async () => {
  const { assessment_id } = await addAssessment(admin);
  await expect(admin.send(scoreActions.summary, { assessment_id })).rejects.toMatchObject({
    envelope: { code: 170 },
  });
  for (const [account, answers] of [
    ['learner', rightTo],
    ['operator', rightTo],
    ['auditor', { ...rightTo, single: wrongTo.single ?? [] }],
    ['manager', { ...wrongTo, judge: rightTo.judge ?? [] }],
  ] as const) {
    const who = await app.login(account);
    const sat = await begin(who, assessment_id);
    await answerAll(who, sat, answers);
    await who.send(sittings.submit, { sitting_id: sat.sitting_id });
  }
  expect(await admin.send(scoreActions.summary, { assessment_id })).toMatchObject({
    ...{ sat: 4, waiting: 0, passed: 3, mean: 75, median: 90, best: 100, worst: 20 },
    steps: [0, 0, 1, 0, 0, 0, 0, 0, 1, 2],
  });
  const { data_info } = await admin.send(questionStatistics.list, { assessment_id, sort: 'difficulty' });
  const of = (kind: string) => data_info.find((row) => row.kind === kind);
  expect(of('single')).toMatchObject({ sat: 4, right: 2, difficulty: 0.5, discrimination: 1 });
  expect(of('judge')).toMatchObject({ right: 4, difficulty: 1, discrimination: 0 });
  const learnerSees = await learner.send(scores.list, { assessment_id });
  expect(learnerSees.data_info.map(({ account }) => account)).toEqual(['learner']);
  expect((await admin.send(scores.list, { assessment_id })).total).toBe(4);
  const [{ submitted_at = null } = {}] = learnerSees.data_info;
  const since = { assessment_id, submitted_at_from: submitted_at ?? undefined };
  expect((await learner.send(scores.list, since)).total).toBe(1);
  expect(
    (await learner.send(scores.list, { assessment_id, submitted_at_to: since.submitted_at_from })).total,
  ).toBe(0);
});

test('orders differ from person to person, and each answer is marked as it was shown', async () => {
  const ids = [
    ...(await addQuestions(admin)),
    ...(await addQuestions(admin)),
    ...(await addQuestions(admin)),
  ];
  const { assessment_id } = await addAssessment(admin, { paper_id: await addPaper(admin, ids, 1) });
  const orders: string[] = [];
  for (const account of ['learner', 'operator', 'auditor', 'manager']) {
    const who = await app.login(account);
    const sat = await begin(who, assessment_id);
    orders.push(
      JSON.stringify(sat.questions.map(({ question_title, options }) => [question_title, options])),
    );
    await answerAll(who, sat, rightTo);
    await who.send(sittings.submit, { sitting_id: sat.sitting_id });
  }
  expect(new Set(orders).size).toBe(4);
  const all = await app.db.rows<{ score: number }>(
    sql`select score from sitting where assessment_id = ${assessment_id}`,
  );
  expect(all).toEqual(Array(4).fill({ score: 15 }));
});
