import type { Ctx } from '#server/app.ts';
import { requireCoversRole } from '#server/authority/authority.ts';
import { sql } from '#server/db/sql.ts';
import { crud } from '#server/http/crud.ts';
import { competence, type competenceSubjects } from '#shared/contract/learning/competence.ts';
import { Fault } from '#shared/faults.ts';

/** The field for each subject. */
const fieldOf = { command: 'command_kind', order_type: 'order_type_id', role: 'role_id' } as const;

export const competenceRoutes = crud(competence, {
  shows: {
    type_name: sql`(select o.type_name from order_type o where o.order_type_id = t.order_type_id)`,
    role_name: sql`(select r.role_name from role r where r.role_id = t.role_id)`,
    assessment_name: sql`(select a.assessment_name from assessment a where a.assessment_id = t.assessment_id)`,
    holders: sql`(select count(distinct c.user_id) from certificate c where c.assessment_id = t.assessment_id
                     and c.revoked_at is null and (c.expires_at is null or c.expires_at > now()))`,
  },
  // Clears the fields of other subjects.
  beforeSave: async (ctx, fields, before) => {
    const whole: Record<string, unknown> = { ...before, ...fields };
    const named = fieldOf[whole.subject as (typeof competenceSubjects)[number]];
    if (whole[named] === null || whole[named] === undefined)
      throw new Fault('parameter_error', { fields: [{ field: named, problem: 'required' }] });
    await requireCoversEach(ctx, before?.role_id, whole.role_id);
    const others = Object.values(fieldOf).filter((field) => field !== named);
    return { ...fields, ...Object.fromEntries(others.map((field) => [field, null])) };
  },
  beforeDelete: async (ctx, rows) => requireCoversEach(ctx, ...rows.map(({ role_id }) => role_id)),
});

/** A rule blocks people until they pass, so it may not be set for a role beyond one's authority. */
async function requireCoversEach(ctx: Ctx, ...role_ids: unknown[]): Promise<void> {
  for (const role_id of role_ids) if (typeof role_id === 'number') await requireCoversRole(ctx, role_id);
}
