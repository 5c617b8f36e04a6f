import { diffArrays, diffChars, diffWordsWithSpace } from 'diff';
import type { AnswerOf } from '#shared/contract/define.ts';
import type { articleActions } from '#shared/contract/learning/articles.ts';

type Compared = AnswerOf<typeof articleActions.compare>;
type Block = Compared['blocks'][number];
type Part = Block['parts'][number];

const HAN = /\p{Script=Han}/u;
/** Minimum share of common characters for two lines to count as one changed line. */
const ALIKE = 0.35;

/** Time limit in ms; lines not compared by then are shown as removed and added. */
const BUDGET_MS = 250;

class Budget {
  private readonly until = performance.now() + BUDGET_MS;

  get leftMs(): number {
    return this.until - performance.now();
  }
}

/** Chinese has no word breaks, so it is compared by character; other text by word. */
function partsOf(before: string, after: string, { leftMs: timeout }: Budget): Part[] | undefined {
  if (timeout <= 0) return undefined;
  const differ = HAN.test(before + after) ? diffChars : diffWordsWithSpace;
  return differ(before, after, { timeout })?.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}

function countsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return counts;
}

/** Cheap check before the comparison: whether they share enough characters, in any order. */
function mayBeAlike(before: string, counts: ReadonlyMap<string, number>, after: string): boolean {
  const longest = Math.max(before.length, after.length);
  if (Math.min(before.length, after.length) < ALIKE * longest) return false;
  let shared = 0;
  for (const [letter, count] of countsOf(after))
    shared += letter.length * Math.min(count, counts.get(letter) ?? 0);
  return shared >= ALIKE * longest;
}

function alike(parts: readonly Part[]): boolean {
  const length = (kinds: readonly Part['kind'][]) =>
    parts.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { text }) => sum + text.length, 0);
  return length(['same']) >= ALIKE * Math.max(length(['same', 'added']), length(['same', 'removed']));
}

const whole = (kind: 'same' | 'added' | 'removed', text: string): Block => ({
  kind,
  parts: [{ kind, text }],
});

/** Pairs removed lines with similar added lines. */
function replaced(went: readonly string[], came: readonly string[], budget: Budget): Block[] {
  const blocks: Block[] = [];
  let next = 0;
  for (const before of went) {
    const found = firstAlike(before, came, next, budget);
    if (!found) {
      blocks.push(whole('removed', before));
      continue;
    }
    blocks.push(...came.slice(next, found.at).map((line) => whole('added', line)));
    blocks.push({ kind: 'changed', parts: found.parts });
    next = found.at + 1;
  }
  return [...blocks, ...came.slice(next).map((line) => whole('added', line))];
}

function firstAlike(before: string, came: readonly string[], next: number, budget: Budget) {
  const counts = countsOf(before);
  for (let at = next; at < came.length && budget.leftMs > 0; at++) {
    const after = came[at] ?? '';
    const parts = mayBeAlike(before, counts, after) ? partsOf(before, after, budget) : undefined;
    if (parts && alike(parts)) return { at, parts };
  }
  return undefined;
}

const linesOf = (plain: string) => (plain === '' ? [] : plain.split('\n'));

/** The differences between two texts, block by block. */
export function compareTexts(before: string, after: string): Block[] {
  const budget = new Budget();
  const [lines, others] = [linesOf(before), linesOf(after)];
  const changes = diffArrays(lines, others, { timeout: BUDGET_MS });
  if (!changes) return replaced(lines, others, budget);
  const blocks: Block[] = [];
  let went: string[] = [];
  let came: string[] = [];
  const settle = () => {
    blocks.push(...replaced(went, came, budget));
    went = [];
    came = [];
  };
  for (const { value, added, removed } of changes) {
    if (removed) went.push(...value);
    else if (added) came.push(...value);
    else {
      settle();
      blocks.push(...value.map((line) => whole('same', line)));
    }
  }
  settle();
  return blocks;
}
