import type { SentOf } from '#shared/contract/define.ts';
import { assessmentActions, assessments } from '#shared/contract/learning/assessments.ts';
import { paperActions, papers } from '#shared/contract/learning/papers.ts';
import { questions } from '#shared/contract/learning/questions.ts';
import type { Client } from './app.ts';

let count = 0;
const option = (text: string) => ({ text });

/** One question of each kind; `rightTo` has the right answers. */
export function newQuestions(topic = '质控') {
  const nth = ++count;
  const common = { topics: [topic], explanation: `解析 ${nth}` };
  return [
    {
      ...{ kind: 'single' as const, question_title: `单选 ${nth}`, answers: ['B'] },
      options: ['一', '二', '三'].map(option),
    },
    {
      ...{ kind: 'multiple' as const, question_title: `多选 ${nth}`, answers: ['A', 'C'] },
      options: ['一', '二', '三', '四'].map(option),
    },
    { kind: 'judge' as const, question_title: `判断 ${nth}`, answers: ['false'] },
    { kind: 'fill' as const, question_title: `填空 ${nth}`, answers: ['臭氧', 'ozone'] },
    { kind: 'number' as const, question_title: `计算 ${nth}`, answers: ['7.5'], tolerance: 0.1 },
  ].map((question) => ({ ...question, ...common }));
}

export async function addQuestions(admin: Client, topic?: string): Promise<number[]> {
  const ids: number[] = [];
  for (const question of newQuestions(topic)) {
    const { question_id } = await admin.send(questions.add, question);
    ids.push(Number(question_id));
  }
  return ids;
}

export async function addPaper(admin: Client, question_ids: number[], score = 2): Promise<number> {
  const { paper_id } = await admin.send(papers.add, { paper_name: `试卷 ${++count}`, how: 'hand' });
  await admin.send(paperActions.addQuestions, { paper_id: Number(paper_id), question_ids, score });
  return Number(paper_id);
}

/** An open assessment of five questions, one of each kind. */
export async function addAssessment(
  admin: Client,
  more: SentOf<typeof assessments.add> = {},
): Promise<{ assessment_id: number; paper_id: number }> {
  const paper_id = Number(more.paper_id ?? (await addPaper(admin, await addQuestions(admin))));
  const wanted = { assessment_name: `考核 ${++count}`, minutes: 30, ...more, paper_id };
  const assessment_id = Number((await admin.send(assessments.add, wanted)).assessment_id);
  await admin.send(assessmentActions.setState, { assessment_id, state: 'open' });
  return { assessment_id, paper_id };
}

/** The right answer to a question of `newQuestions`, by kind; `wrongTo` has a wrong one. */
export const rightTo: Record<string, string[]> = {
  single: ['B'],
  multiple: ['A', 'C'],
  judge: ['false'],
  fill: ['Ozone'],
  number: ['7.6'],
};
export const wrongTo: Record<string, string[]> = {
  single: ['A'],
  multiple: ['A', 'B'],
  judge: ['true'],
  fill: ['氧气'],
  number: ['8'],
};
