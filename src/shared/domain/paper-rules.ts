/** What a rule asks for, and the questions that fit it, in the order in which they are wanted. */
export interface RuleWish {
  count: number;
  candidates: readonly number[];
}

/**
 * Gives each rule its questions, none of them twice. Rules may want the same ones: as in bipartite matching, a rule
 * hands over a question where it can take another. A rule that stays short got as many as there are.
 */
export function drawByRules(rules: readonly RuleWish[]): number[][] {
  const ownerOf = new Map<number, number>();
  for (const [rule, { count }] of rules.entries())
    for (let drawn = 0; drawn < count && takeOne(rules, ownerOf, rule); drawn++);
  const drawn = rules.map((): number[] => []);
  for (const [question, rule] of ownerOf) drawn[rule]?.push(question);
  return drawn;
}

/** One question more for a rule: a free one, or one that another rule can replace by a free one, and so on. */
function takeOne(rules: readonly RuleWish[], ownerOf: Map<number, number>, wanting: number): boolean {
  /** Which rule asked each rule for a question, and for which. */
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

/** The free question goes to the rule that found it, the one it was asked for to the rule that asked, back to the first. */
function handOver(
  ownerOf: Map<number, number>,
  asked: ReadonlyMap<number, { by: number; question: number }>,
  found: number,
  free: number,
): void {
  ownerOf.set(free, found);
  for (let step = asked.get(found); step; step = asked.get(step.by)) ownerOf.set(step.question, step.by);
}
