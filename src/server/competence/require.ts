import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import type { MissingCompetence } from '#shared/contract/learning/competence.ts';
import type { CommandKindName } from '#shared/domain/command-kinds.ts';
import { Fault } from '#shared/faults.ts';

/** The action that needs a competence. */
type Act = { command_kind: CommandKindName } | { order_type_id: number };

/**
 * Refuses users without a valid certificate that the action, or their role, requires. The refusal names the missing
 * assessments and links to the learning material.
 */
export async function requireCompetence(
  { db, user, now }: Pick<Ctx, 'db' | 'user' | 'now'>,
  act: Act,
): Promise<void> {
  const kind = 'command_kind' in act ? act.command_kind : null;
  const order_type_id = 'order_type_id' in act ? act.order_type_id : null;
  const missing = await db.rows<MissingCompetence>(sql`
    select a.assessment_id, a.assessment_name, a.learn_link,
           (select max(c.expires_at) from certificate c
             where c.user_id = ${user.user_id} and c.assessment_id = a.assessment_id and c.revoked_at is null) as expired_at
      from assessment a
     where a.assessment_id in (
             select k.assessment_id from competence k
              where k.enabled and (k.command_kind = ${kind} or k.order_type_id = ${order_type_id} or k.role_id = ${user.role_id}))
       and not exists (
             select from certificate c
              where c.user_id = ${user.user_id} and c.assessment_id = a.assessment_id and c.revoked_at is null
                and (c.expires_at is null or c.expires_at > ${now()}))
     order by a.assessment_id`);
  const [first] = missing;
  if (!first) return;
  throw new Fault('permission_denied', {
    detail: first.expired_at ? 'competence_expired' : 'competence_missing',
    params: {
      name: missing.map(({ assessment_name }) => assessment_name).join(' · '),
      ...(first.expired_at && { until: first.expired_at }),
    },
    data: { missing },
  });
}
