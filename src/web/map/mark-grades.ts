import type { Grade, Medium } from '#shared/domain/standing.ts';
import type { AqiPalette } from '#web/theme/aqi-palette.ts';
import { aqiColours, waterColours } from '#web/theme/palette.ts';

export interface MarkGrade {
  medium: Medium;
  grade: Grade;
}

/**
 * Ranks air and water grades together: water class III is good like air level II. The highest rank in a cluster is that
 * of its worst member.
 */
const order: readonly MarkGrade[] = [
  { medium: 'air', grade: 1 },
  { medium: 'water', grade: 1 },
  { medium: 'water', grade: 2 },
  { medium: 'air', grade: 2 },
  { medium: 'water', grade: 3 },
  { medium: 'air', grade: 3 },
  { medium: 'water', grade: 4 },
  { medium: 'air', grade: 4 },
  { medium: 'water', grade: 5 },
  { medium: 'air', grade: 5 },
  { medium: 'water', grade: 6 },
  { medium: 'air', grade: 6 },
];

const ranks: Readonly<Record<Medium, readonly number[]>> = {
  air: order.flatMap(({ medium }, i) => (medium === 'air' ? [i + 1] : [])),
  water: order.flatMap(({ medium }, i) => (medium === 'water' ? [i + 1] : [])),
};

/** Rank of a grade across both media; 0 is none. */
export function rankOf(medium: Medium, grade: Grade | null): number {
  return grade === null ? 0 : (ranks[medium][grade - 1] ?? 0);
}

/** Maps the grades by rank. */
export function byRank<T>(of: (grade: MarkGrade) => T): [rank: number, T][] {
  return order.map((grade, i) => [i + 1, of(grade)]);
}

export function gradeColour({ medium, grade }: MarkGrade, palette: AqiPalette): string {
  return (medium === 'air' ? aqiColours[palette] : waterColours)[grade - 1] ?? '';
}

/** Purple, maroon and violet need light text. */
export function isDarkGrade({ grade }: MarkGrade): boolean {
  return grade > 4;
}
