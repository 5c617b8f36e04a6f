/** How many questions a rule needs, and its candidates in the order of preference. */
export interface RuleWish {
  count: number;
  candidates: readonly number[];
}

/**
 * Assigns questions to rules, each at most once. Rules may share candidates: by bipartite matching with augmenting
 * paths, a rule gives up a question if it can use another. A rule with too few questions gets all that are possible.
 */
export function drawByRules(rules: readonly RuleWish[]): number[][] {
  const ownerOf = new Map<number, number>();
  for (const [rule, { count }] of rules.entries())
    for (let drawn = 0; drawn < count && takeOne(rules, ownerOf, rule); drawn++);
  const drawn = rules.map((): number[] => []);
  for (const [question, rule] of ownerOf) drawn[rule]?.push(question);
  return drawn;
}

/** One more question for a rule, by breadth-first search for an augmenting path to a free question. */
function takeOne(rules: readonly RuleWish[], ownerOf: Map<number, number>, wanting: number): boolean {
  /** By rule: which rule asked it for which question. */
  const asked = new Map<number, { by: number; question: number }>();
  const asking = [wanting];
  for (const rule of asking) {
    for (const question of rules[rule]?.candidates ?? []) {
      const owner = ownerOf.get(question);
      if (owner === undefined) {
        handOver(ownerOf, asked, rule, question);
        return true;
      }
      if (owner === wanting || asked.has(owner)) continue;
      asked.set(owner, { by: rule, question });
      asking.push(owner);
    }
  }
  return false;
}

/**
 * Reassigns questions along the path: the free one to the rule that found it, and each requested one to its requester.
 */
function handOver(
  ownerOf: Map<number, number>,
  asked: ReadonlyMap<number, { by: number; question: number }>,
  found: number,
  free: number,
): void {
  ownerOf.set(free, found);
  for (let step = asked.get(found); step; step = asked.get(step.by)) ownerOf.set(step.question, step.by);
}
