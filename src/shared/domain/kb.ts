/** corrected = K × raw + B, with B in the unit of display. */
export interface Kb {
  k: number;
  b: number;
}

/** Converts a value that was corrected with one K and B to another K and B. */
export function withOtherKb(corrected: number, before: Kb, after: Kb): number {
  return after.k * ((corrected - before.b) / before.k) + after.b;
}

/** The correction that is equal to two in succession, as when values corrected by the device were fitted. */
export function composed(first: Kb, then: Kb): Kb {
  return { k: then.k * first.k, b: then.k * first.b + then.b };
}
