import { randomInt } from 'node:crypto';
import type { Db } from '#server/db/pool.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { PaperRule } from '#shared/contract/learning/papers.ts';
import { shuffled } from '#shared/domain/marking.ts';
import { drawByRules, type RuleWish } from '#shared/domain/paper-rules.ts';
import type { QuestionCore } from '#shared/domain/question.ts';
import { Fault } from '#shared/faults.ts';
import { type Drawn, keyedOptions } from './asked.ts';

/** Whether question `q` matches the rule. */
export function fits({ topic, kind, difficulty }: Pick<PaperRule, 'topic' | 'kind' | 'difficulty'>): Sql {
  return sql`q.enabled and (${topic} = '' or ${topic} = any(q.topics)) and (${kind}::text is null or q.kind = ${kind})
             and (${difficulty}::text is null or q.difficulty = ${difficulty})`;
}

/** Number and total score of the questions of paper `t`. */
export const paperQuestions = sql`
  (case t.how when 'hand' then (select count(*) from paper_question p where p.paper_id = t.paper_id)
   else (select coalesce(sum(x.count), 0) from jsonb_to_recordset(t.rules) as x (count integer)) end)`;
export const paperScore = sql`
  (case t.how when 'hand' then (select coalesce(sum(p.score), 0) from paper_question p where p.paper_id = t.paper_id)
   else (select coalesce(sum(x.count * x.score), 0) from jsonb_to_recordset(t.rules) as x (count integer, score numeric)) end)`;

export interface DrawnQuestion {
  question_id: number;
  place: number;
  score: number;
  question: Drawn;
}

interface Paper {
  paper_id: number;
  how: 'hand' | 'rule';
  rules: PaperRule[];
  shuffle_questions: boolean;
  shuffle_options: boolean;
}

type Row = QuestionCore & {
  question_id: number;
  question_title: string;
  picture: string;
  explanation: string;
  score: number;
};

const columns = sql`q.question_id, q.kind, q.question_title, q.picture, q.options, q.answers, q.tolerance, q.explanation`;
/** Cryptographic, so that the order cannot be predicted. */
const random = () => randomInt(2 ** 32) / 2 ** 32;

/** The questions of one sitting, in its own order. */
export async function drawPaper(db: Db, paper: Paper): Promise<DrawnQuestion[]> {
  const rows = paper.how === 'hand' ? await byHand(db, paper.paper_id) : await byRule(db, paper.rules);
  const order = paper.shuffle_questions ? shuffled(rows, random) : rows;
  return order.map(
    ({ question_id, score, kind, question_title, picture, options, answers, tolerance, explanation }, at) => {
      const keyed = keyedOptions(options);
      const shown = paper.shuffle_options ? shuffled(keyed, random) : keyed;
      const question = { kind, question_title, picture, options: shown, answers, tolerance, explanation };
      return { question_id, place: at + 1, score, question };
    },
  );
}

async function byHand(db: Db, paper_id: number): Promise<Row[]> {
  const rows = await db.rows<Row>(sql`
    select ${columns}, p.score from paper_question p join question q using (question_id)
     where p.paper_id = ${paper_id} order by p.place`);
  if (rows.length === 0) throw new Fault('paper_view_failed', { detail: 'paper_empty' });
  return rows;
}

async function byRule(db: Db, rules: readonly PaperRule[]): Promise<Row[]> {
  const drawn = await drawnBy(db, rules);
  if (shortRule(rules, drawn)) throw new Fault('paper_view_failed', { detail: 'paper_short' });
  const rows = await db.rows<Omit<Row, 'score'>>(
    sql`select ${columns} from question q where question_id = any(${drawn.flat()})`,
  );
  const known = new Map(rows.map((row) => [row.question_id, row]));
  return rules.flatMap(({ score }, at) =>
    (drawn[at] ?? []).flatMap((question_id) => {
      const row = known.get(question_id);
      return row ? [{ ...row, score }] : [];
    }),
  );
}

/** The questions drawn at random for each rule. */
export async function drawnBy(db: Db, rules: readonly PaperRule[]): Promise<number[][]> {
  // As many candidates as all rules need together, so that a rule has enough whatever the others take.
  const all = rules.reduce((sum, { count }) => sum + count, 0);
  const wishes: RuleWish[] = [];
  for (const rule of rules) {
    const rows = await db.rows<{ question_id: number }>(sql`
      select q.question_id from question q where ${fits(rule)} order by random() limit ${all}`);
    wishes.push({ count: rule.count, candidates: rows.map(({ question_id }) => question_id) });
  }
  return drawByRules(wishes);
}

/** The first rule with too few questions, and how many it got. */
export function shortRule(
  rules: readonly PaperRule[],
  drawn: readonly (readonly number[])[],
): { row: number; count: number } | undefined {
  const short = rules.findIndex(({ count }, at) => (drawn[at]?.length ?? 0) < count);
  return short < 0 ? undefined : { row: short + 1, count: drawn[short]?.length ?? 0 };
}
