import * as z from 'zod';
import { id, remark } from '#shared/contract/fields.ts';
import { resource } from '#shared/contract/resource.ts';
import { commandKindNames } from '#shared/domain/command-kinds.ts';

export const competenceSubjects = ['command', 'order_type', 'role'] as const;

/**
 * Assessments that must be passed before sending commands of a kind or doing work orders of a type. For a role: before
 * either of any kind.
 */
export const competence = resource({
  name: 'competence',
  table: 'competence',
  path: '/learning/competence',
  id: 'competence_id',
  needs: 'competence',
  fields: {
    subject: z.enum(competenceSubjects),
    command_kind: z.enum(commandKindNames).nullable().default(null),
    order_type_id: id.nullable().default(null),
    role_id: id.nullable().default(null),
    assessment_id: id,
    enabled: z.boolean().default(true),
    remark,
  },
  shows: {
    type_name: z.string().nullable(),
    role_name: z.string().nullable(),
    assessment_name: z.string(),
    holders: z.int(),
  },
  search: ['type_name', 'role_name', 'assessment_name', 'remark'],
  filters: { subject: z.enum(competenceSubjects).optional(), assessment_id: id.optional() },
});

/** Details of a refusal: the missing assessments, and the pages for learning. */
export interface MissingCompetence {
  assessment_id: number;
  assessment_name: string;
  learn_link: string;
  /** Passed before, but expired. */
  expired_at: string | null;
}
