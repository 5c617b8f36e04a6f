import type { Ctx } from '#server/app.ts';
import { personName } from '#server/authority/person-name.ts';
import { sql } from '#server/db/sql.ts';
import { crud } from '#server/http/crud.ts';
import { handlers } from '#server/http/handlers.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { assessmentActions, assessments } from '#shared/contract/learning/assessments.ts';
import type { PaperRule } from '#shared/contract/learning/papers.ts';
import { SUPER_ROLE } from '#shared/domain/may.ts';
import { Fault } from '#shared/faults.ts';
import { drawnBy, paperQuestions, shortRule } from './paper.ts';

/** Whether a user `u` may check scores. */
const checks = sql`(u.role_id = ${SUPER_ROLE} or exists (
  select from role_power rp join power p using (power_id) where rp.role_id = u.role_id and p.power_code = 'score.check'))`;

/** Assessments whose scores need a check must name a checker with that power. */
async function requireChecker({ db }: Ctx, marks: unknown, checker_id: unknown): Promise<void> {
  if (marks !== 'after_check') return;
  const found = await db.one(sql`
    select from user_account u where u.user_id = ${checker_id ?? null} and u.status = 'normal' and ${checks}`);
  if (!found)
    throw new Fault('admin_id_wrong', { fields: [{ field: 'checker_id', problem: 'checker_wrong' }] });
}

/** An ID that no longer exists would leave an empty list, and that means everybody. */
async function requireThere({ db }: Ctx, fields: Record<string, unknown>): Promise<void> {
  const lists = {
    role_ids: sql`select role_id as id from role`,
    user_group_ids: sql`select user_group_id as id from user_group`,
    user_ids: sql`select user_id as id from user_account`,
  };
  for (const [field, all] of Object.entries(lists)) {
    const ids = [...new Set((fields[field] ?? []) as number[])];
    const known = await db.run(sql`select from (${all}) x where x.id = any(${ids})`);
    if (known < ids.length)
      throw new Fault('parameter_error', { fields: [{ field, problem: 'unknown_value' }] });
  }
}

const sittingsOf = sql`from sitting s where s.assessment_id = t.assessment_id`;

const table = crud(assessments, {
  shows: {
    paper_name: sql`(select p.paper_name from paper p where p.paper_id = t.paper_id)`,
    checker_name: personName(sql`t.checker_id`),
    sittings: sql`(select count(*) ${sittingsOf})`,
    waiting: sql`(select count(*) ${sittingsOf} and s.state = 'submitted')`,
    passed: sql`(select count(distinct s.user_id) ${sittingsOf} and s.passed)`,
  },
  beforeSave: async (ctx, fields, before) => {
    const whole: Record<string, unknown> = { ...before, ...fields };
    await requireChecker(ctx, whole.marks, whole.checker_id);
    await requireThere(ctx, fields);
    // The paper cannot change after the first sitting.
    if (before && before.sittings > 0 && fields.paper_id !== undefined && fields.paper_id !== before.paper_id)
      throw new Fault('edit_failed', { fields: [{ field: 'paper_id', problem: 'assessment_sat' }] });
    return fields;
  },
});

type People = AnswerOf<typeof assessmentActions.people>;

const actions = handlers(assessmentActions, {
  setState: async ({ db }, { assessment_id, state }) => {
    const changed = await db.one<{ questions: number; rules: PaperRule[] }>(sql`
      update assessment a set state = ${state} from paper t
       where a.assessment_id = ${assessment_id} and t.paper_id = a.paper_id and a.state <> ${state}
         and (${state} = 'open' or a.state = 'open')
      returning ${paperQuestions} as questions, t.rules`);
    if (!changed) throw new Fault('exam_status_change_failed', { detail: 'exam_state_same' });
    if (state === 'open' && changed.questions === 0)
      throw new Fault('exam_status_change_failed', { detail: 'paper_empty' });
    if (state === 'open' && shortRule(changed.rules, await drawnBy(db, changed.rules)))
      throw new Fault('exam_status_change_failed', { detail: 'paper_short_before' });
    return {};
  },

  status: async ({ db }, { assessment_id }) => {
    const row = await db.one<AnswerOf<typeof assessmentActions.status>>(sql`
      select a.state, count(s.sitting_id) filter (where s.state = 'sitting') as sitting,
             count(s.sitting_id) filter (where s.state = 'submitted') as submitted,
             count(s.sitting_id) filter (where s.state = 'marked') as marked
        from assessment a left join sitting s using (assessment_id)
       where a.assessment_id = ${assessment_id} group by a.assessment_id`);
    if (!row) throw new Fault('exam_status_query_failed');
    return row;
  },

  people: async ({ db }) => ({
    users: await db.rows<People['users'][number]>(sql`
      select u.user_id, u.real_name, u.account, ${checks} as checks from user_account u where u.status = 'normal'
       order by u.real_name collate "zh-x-icu", u.user_id`),
    roles: await db.rows<People['roles'][number]>(
      sql`select role_id, role_name, role_name_en from role order by role_id`,
    ),
    groups: await db.rows<People['groups'][number]>(sql`
      select user_group_id, user_group_name from user_group order by user_group_name collate "zh-x-icu"`),
  }),
});

export const assessmentRoutes = [...table, ...actions];
