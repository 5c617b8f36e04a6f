import { aqiBands } from '#shared/domain/aqi-bands.ts';
import type { Grade, Medium } from '#shared/domain/standing.ts';

/** Colour of an AQI level (in the selected palette) or water class. */
export function gradePaint(medium: Medium, grade: Grade): string {
  return medium === 'air' ? `var(--aqi-${aqiBands[grade - 1]?.colour ?? 'maroon'})` : `var(--water-${grade})`;
}

/** Text colour on it: the two worst are dark. */
export const gradeInk = (grade: Grade) => (grade > 4 ? 'var(--on-aqi-dark)' : 'var(--on-aqi-light)');
