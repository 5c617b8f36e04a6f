import { aqiBands } from '#shared/domain/aqi-bands.ts';
import type { Grade, Medium } from '#shared/domain/standing.ts';

/** The colour of a level or class, as the reader's palette has it. */
export function gradePaint(medium: Medium, grade: Grade): string {
  return medium === 'air' ? `var(--aqi-${aqiBands[grade - 1]?.colour ?? 'maroon'})` : `var(--water-${grade})`;
}

/** What can be read on it: the two worst are dark. */
export const gradeInk = (grade: Grade) => (grade > 4 ? 'var(--on-aqi-dark)' : 'var(--on-aqi-light)');
