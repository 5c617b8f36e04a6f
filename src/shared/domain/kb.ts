/** corrected = K × raw + B, with B in the unit that people see. */
export interface Kb {
  k: number;
  b: number;
}

/** What a value that was corrected in one way would be if it had been corrected in another. */
export function withOtherKb(corrected: number, before: Kb, after: Kb): number {
  return after.k * ((corrected - before.b) / before.k) + after.b;
}

/** The correction that stands for one after another, as when values that a device corrected were fitted. */
export function composed(first: Kb, then: Kb): Kb {
  return { k: then.k * first.k, b: then.k * first.b + then.b };
}
