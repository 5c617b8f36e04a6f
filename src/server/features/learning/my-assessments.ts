import type { Ctx, User } from '#server/app.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { MyAssessment } from '#shared/contract/learning/sittings.ts';
import { paperQuestions, paperScore } from './paper.ts';

/** Whether assessment `a` is for this user. */
export const sits = ({ user_id, role_id }: User): Sql => sql`
  (a.role_ids = '{}' and a.user_group_ids = '{}' and a.user_ids = '{}' or ${role_id} = any(a.role_ids)
   or ${user_id} = any(a.user_ids) or exists (
     select from user_group_member m where m.user_id = ${user_id} and m.user_group_id = any(a.user_group_ids)))`;

interface Times {
  state: string;
  opens_at: string | null;
  closes_at: string | null;
  attempts: number;
  used: number;
}

export function mayBegin(assessment: Times, now: Date): MyAssessment['may_begin'] {
  const { state, opens_at, closes_at, attempts, used } = assessment;
  if (state !== 'open' || (closes_at && Date.parse(closes_at) <= now.getTime())) return 'over';
  if (opens_at && Date.parse(opens_at) > now.getTime()) return 'not_yet';
  return used >= attempts ? 'used_up' : 'yes';
}

/** The user's open and finished assessments, without drafts. */
export async function myAssessments(ctx: Ctx): Promise<{ now: string; data_info: MyAssessment[] }> {
  const { db, user } = ctx;
  const now = ctx.now();
  const rows = await db.rows<MyAssessment & { state: string }>(sql`
    select a.assessment_id, a.assessment_name, a.description, a.learn_link, a.state, a.opens_at, a.closes_at, a.minutes,
           a.attempts, a.pass_percent, a.valid_days, ${paperQuestions} as questions, ${paperScore} as full_score,
           (select count(*) from sitting s where s.assessment_id = a.assessment_id and s.user_id = ${user.user_id}) as used,
           o.sitting_id, o.ends_at, l.last, c.certificate,
           (select count(*) from competence k where k.assessment_id = a.assessment_id and k.enabled) as needed_for
      from assessment a
      join paper t using (paper_id)
      left join sitting o on o.assessment_id = a.assessment_id and o.user_id = ${user.user_id} and o.state = 'sitting'
      left join lateral (
        select jsonb_build_object('sitting_id', s.sitting_id, 'state', s.state,
                 'percent', case when s.state = 'marked' then round(100 * s.score / s.full_score, 1) end,
                 'passed', case when s.state = 'marked' then s.passed end) as last
          from sitting s
         where s.assessment_id = a.assessment_id and s.user_id = ${user.user_id} and s.state <> 'sitting'
         order by s.attempt desc limit 1) l on true
      left join lateral (
        select jsonb_build_object('issued_at', to_char(x.issued_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
                 'expires_at', to_char(x.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) as certificate
          from certificate x
         where x.assessment_id = a.assessment_id and x.user_id = ${user.user_id} and x.revoked_at is null
         order by x.expires_at desc nulls first limit 1) c on true
     where a.state <> 'draft' and (a.state = 'open' and ${sits(user)} or exists (
             select from sitting s where s.assessment_id = a.assessment_id and s.user_id = ${user.user_id}))
     order by o.sitting_id is null, a.state = 'closed', a.closes_at nulls last, a.assessment_id desc`);
  return {
    now: now.toISOString(),
    data_info: rows.map(({ state, ...row }) => ({ ...row, may_begin: mayBegin({ ...row, state }, now) })),
  };
}
