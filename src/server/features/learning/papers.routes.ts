import type { Ctx } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { json, sql } from '#server/db/sql.ts';
import { crud } from '#server/http/crud.ts';
import { handlers } from '#server/http/handlers.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { type PaperRule, paperActions, papers } from '#shared/contract/learning/papers.ts';
import { Fault, type FaultName } from '#shared/faults.ts';
import { drawnBy, fits, paperQuestions, paperScore, shortRule } from './paper.ts';

type Viewed = AnswerOf<typeof paperActions.view>;

/** How many questions match each rule, regardless of the others. */
function there(db: Db, rules: readonly PaperRule[]): Promise<number[]> {
  return Promise.all(
    rules.map(async (rule) => {
      const row = await db.one<{ count: number }>(
        sql`select count(*) as count from question q where ${fits(rule)}`,
      );
      return row?.count ?? 0;
    }),
  );
}

const table = crud(papers, {
  shows: {
    questions: paperQuestions,
    full_score: paperScore,
    assessments: sql`(select count(*) from assessment a where a.paper_id = t.paper_id)`,
  },
  beforeSave: async ({ db }, fields, before) => {
    const how = fields.how ?? before?.how;
    const rules = (fields.rules ?? before?.rules ?? []) as PaperRule[];
    if (before && before.how !== how && before.questions > 0)
      throw new Fault('paper_insert_failed', { fields: [{ field: 'how', problem: 'paper_kind_fixed' }] });
    if (how === 'hand') return { ...fields, rules: json([]) };
    if (rules.length === 0)
      throw new Fault('paper_insert_failed', { fields: [{ field: 'rules', problem: 'required' }] });
    const counts = await there(db, rules);
    const short = rules.findIndex((rule, place) => (counts[place] ?? 0) < rule.count);
    if (short >= 0)
      throw new Fault('paper_insert_failed', {
        fields: [
          { field: 'rules', problem: 'rule_short', params: { row: short + 1, count: counts[short] ?? 0 } },
        ],
      });
    // Overlapping rules must find enough questions together.
    const together = shortRule(rules, await drawnBy(db, rules));
    if (together)
      throw new Fault('paper_insert_failed', {
        fields: [{ field: 'rules', problem: 'rule_overlap', params: together }],
      });
    return { ...fields, rules: json(rules) };
  },
});

/** Locks the paper; fails unless it is assembled by hand and has no sittings. */
async function lockPaper({ db }: Ctx, paper_id: number, fault: FaultName): Promise<void> {
  const paper = await db.one<{ how: string; is_sat: boolean }>(sql`
    select how, exists (select from sitting s join assessment a using (assessment_id) where a.paper_id = p.paper_id) as is_sat
      from paper p where paper_id = ${paper_id} for no key update`);
  if (!paper) throw new Fault(fault, { detail: 'paper_missing' });
  if (paper.how !== 'hand') throw new Fault(fault, { detail: 'paper_by_rule' });
  if (paper.is_sat) throw new Fault(fault, { detail: 'paper_sat' });
}

async function requireQuestions({ db }: Ctx, question_ids: readonly number[]): Promise<void> {
  const known = await db.run(sql`select from question where question_id = any(${[...question_ids]})`);
  if (known < new Set(question_ids).size)
    throw new Fault('question_id_illegal', { fields: [{ field: 'question_ids', problem: 'unknown_value' }] });
}

const actions = handlers(paperActions, {
  view: async ({ db }, { paper_id }) => {
    const paper = await db.one<Omit<Viewed, 'questions' | 'rules'> & { rules: PaperRule[] }>(sql`
      select t.paper_id, t.paper_name, t.how, t.rules, ${paperScore} as full_score,
             exists (select from sitting s join assessment a using (assessment_id) where a.paper_id = t.paper_id) as is_sat
        from paper t where t.paper_id = ${paper_id}`);
    if (!paper) throw new Fault('paper_view_failed');
    const questions = await db.rows<Viewed['questions'][number]>(sql`
      select p.question_id, p.place, p.score, q.kind, q.question_title, q.topics, q.difficulty
        from paper_question p join question q using (question_id) where p.paper_id = ${paper_id} order by p.place`);
    const counts = await there(db, paper.rules);
    return {
      ...paper,
      questions,
      rules: paper.rules.map((rule, place) => ({ ...rule, there: counts[place] ?? 0 })),
    };
  },

  addQuestions: async (ctx, { paper_id, question_ids, score }) => {
    await lockPaper(ctx, paper_id, 'paper_question_insert_failed');
    await requireQuestions(ctx, question_ids);
    await ctx.db.run(sql`
      insert into paper_question (paper_id, question_id, place, score)
      select ${paper_id}, n.question_id,
             (select coalesce(max(place), 0) from paper_question where paper_id = ${paper_id}) + n.place, ${score}
        from unnest(${question_ids}::integer[]) with ordinality as n (question_id, place)`);
    return {};
  },

  removeQuestions: async (ctx, { paper_id, question_ids }) => {
    await lockPaper(ctx, paper_id, 'paper_question_delete_failed');
    const gone = await ctx.db.run(sql`
      delete from paper_question where paper_id = ${paper_id} and question_id = any(${question_ids})`);
    if (gone < new Set(question_ids).size)
      throw new Fault('paper_question_delete_failed', { detail: 'question_not_in_paper' });
    return {};
  },

  arrange: async (ctx, { paper_id, questions }) => {
    await lockPaper(ctx, paper_id, 'paper_question_insert_failed');
    const ids = questions.map(({ question_id }) => question_id);
    if (new Set(ids).size < ids.length) throw new Fault('question_already_in_paper');
    const { db } = ctx;
    const total = await db.run(sql`select from paper_question where paper_id = ${paper_id}`);
    const moved = await db.run(sql`
      update paper_question p set place = n.place, score = n.score
        from jsonb_to_recordset(${json(questions.map((one, i) => ({ ...one, place: i + 1 })))})
               as n (question_id integer, place integer, score numeric)
       where p.paper_id = ${paper_id} and p.question_id = n.question_id`);
    if (moved !== total || moved !== ids.length)
      throw new Fault('paper_question_insert_failed', { detail: 'changed_meanwhile' });
    return {};
  },
});

export const paperRoutes = [...table, ...actions];
