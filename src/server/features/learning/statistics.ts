import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { list } from '#server/http/list.ts';
import type { FoundRows } from '#server/http/route.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { questionStatistics, type scoreActions } from '#shared/contract/learning/scores.ts';
import { itemStatistics, type MarkedSitting } from '#shared/domain/item-statistics.ts';
import type { Difficulty, QuestionKind } from '#shared/domain/question.ts';
import { Fault } from '#shared/faults.ts';

type Row = {
  question_id: number;
  question_title: string;
  kind: QuestionKind;
  topic_names: string;
  set_difficulty: Difficulty;
  sat: number;
  right: number;
  unanswered: number;
  difficulty: number;
  discrimination: number | null;
};

/** Marked sittings with the points of each question. */
function markedSittings({ db }: Ctx, assessment_id: number): Promise<MarkedSitting[]> {
  return db.rows<MarkedSitting>(sql`
    select s.score, s.full_score, jsonb_agg(jsonb_build_object('question_id', q.question_id, 'earned', q.earned,
             'score', q.score, 'answered', q.answer is not null)) as items
      from sitting s join sitting_question q using (sitting_id)
     where s.assessment_id = ${assessment_id} and s.state = 'marked' and q.question_id is not null
     group by s.sitting_id`);
}

async function rowsOf(ctx: Ctx, assessment_id: number): Promise<Row[]> {
  const items = itemStatistics(await markedSittings(ctx, assessment_id));
  const known = await ctx.db.rows<
    Pick<Row, 'question_id' | 'question_title' | 'kind' | 'topic_names' | 'set_difficulty'>
  >(sql`
    select question_id, question_title, kind, array_to_string(topics, '；') as topic_names, difficulty as set_difficulty
      from question where question_id = any(${items.map(({ question_id }) => question_id)})`);
  const byId = new Map(known.map((one) => [one.question_id, one]));
  const rounded = (value: number) => Math.round(value * 1000) / 1000;
  return items.flatMap((item) => {
    const question = byId.get(item.question_id);
    if (!question) return [];
    const { difficulty, discrimination } = item;
    return {
      ...{ ...question, ...item },
      difficulty: rounded(difficulty),
      discrimination: discrimination === null ? null : rounded(discrimination),
    };
  });
}

export const statisticsList = list(questionStatistics, {
  find: async (ctx, { assessment_id, sort, order }): Promise<FoundRows> => {
    const rows = assessment_id === undefined ? [] : await rowsOf(ctx, Number(assessment_id));
    const by = (sort ?? 'difficulty') as keyof Row;
    const way = order === 'desc' ? -1 : 1;
    const value = (row: Row) => row[by] ?? Number.NEGATIVE_INFINITY;
    rows.sort((a, b) =>
      value(a) < value(b) ? -way : value(a) > value(b) ? way : a.question_id - b.question_id,
    );
    return {
      page: async (limit, offset) => rows.slice(offset, offset + limit),
      count: async () => rows.length,
      all: async function* () {
        yield rows;
      },
    };
  },
});

type Summary = AnswerOf<typeof scoreActions.summary>;

export async function summaryOf(ctx: Ctx, { assessment_id }: { assessment_id: number }): Promise<Summary> {
  const row = await ctx.db.one<Omit<Summary, 'steps'> & { percents: number[] }>(sql`
    select count(*) filter (where state = 'marked') as sat, count(*) filter (where state = 'submitted') as waiting,
           count(*) filter (where passed) as passed, coalesce(round(avg(percent), 1), 0) as mean,
           coalesce(round((percentile_cont(0.5) within group (order by percent))::numeric, 1), 0) as median,
           coalesce(max(percent), 0) as best, coalesce(min(percent), 0) as worst,
           coalesce(jsonb_agg(percent) filter (where percent is not null), '[]') as percents
      from (select state, passed, case when state = 'marked' then round(100 * score / full_score, 1) end as percent
              from sitting where assessment_id = ${assessment_id}) s`);
  if (!row || row.sat + row.waiting === 0)
    throw new Fault('exam_statistics_failed', { detail: 'nobody_sat' });
  const { percents, ...figures } = row;
  const steps = Array.from({ length: 10 }, () => 0);
  for (const percent of percents) {
    const step = Math.min(9, Math.floor(percent / 10));
    steps[step] = (steps[step] ?? 0) + 1;
  }
  return { ...figures, steps };
}
