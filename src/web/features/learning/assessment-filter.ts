import { assessments } from '#shared/contract/learning/assessments.ts';
import { rowsOf } from '#web/ui/choices.tsx';
import type { Filter } from '#web/ui/FilterBar.tsx';

/** Filter by assessment, for users who may list them. */
export const assessmentFilter = {
  key: 'assessment_id',
  choices: rowsOf(assessments, 'assessment_name'),
} satisfies Filter;
