/** A marked exam: the points for each question. */
export interface MarkedSitting {
  score: number;
  full_score: number;
  items: readonly { question_id: number; earned: number; score: number; answered: boolean }[];
}

export interface ItemStatistics {
  question_id: number;
  sat: number;
  unanswered: number;
  /** Number of full scores. */
  right: number;
  /** Mean share of the full score, 0 to 1: the higher, the easier. */
  difficulty: number;
  /** Mean share of the best 27 % minus that of the worst 27 %; null with too few exams. */
  discrimination: number | null;
}

/** The upper and lower groups of the classical item analysis (Kelley, 1939). */
const GROUP_SHARE = 0.27;
const LEAST_SITTINGS = 4;

export function itemStatistics(sittings: readonly MarkedSitting[]): ItemStatistics[] {
  const byShare = sittings.toSorted((a, b) => b.score / b.full_score - a.score / a.full_score);
  const ids = [...new Set(sittings.flatMap(({ items }) => items.map(({ question_id }) => question_id)))];
  return ids.map((question_id) => statisticsOf(question_id, byShare));
}

/** Only exams that contain the question: with questions drawn by rules not all do. */
function statisticsOf(question_id: number, byShare: readonly MarkedSitting[]): ItemStatistics {
  const items = byShare.flatMap(
    (sitting) => sitting.items.find((item) => item.question_id === question_id) ?? [],
  );
  const shares = items.map(({ earned, score }) => earned / score);
  const size = Math.max(1, Math.round(shares.length * GROUP_SHARE));
  return {
    question_id,
    sat: items.length,
    unanswered: items.filter(({ answered }) => !answered).length,
    right: items.filter(({ earned, score }) => earned >= score).length,
    difficulty: mean(shares),
    discrimination:
      shares.length < LEAST_SITTINGS ? null : mean(shares.slice(0, size)) - mean(shares.slice(-size)),
  };
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
