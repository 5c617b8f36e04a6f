import { diffArrays, diffChars, diffWordsWithSpace } from 'diff';
import type { AnswerOf } from '#shared/contract/define.ts';
import type { articleActions } from '#shared/contract/learning/articles.ts';

type Compared = AnswerOf<typeof articleActions.compare>;
type Block = Compared['blocks'][number];
type Part = Block['parts'][number];

const HAN = /\p{Script=Han}/u;
/** Two lines that share less than this of their characters are another line, not a changed one. */
const ALIKE = 0.35;

/** Chinese has no spaces between words, so that it is compared by character; other text by word. */
function partsOf(before: string, after: string): Part[] {
  const differ = HAN.test(before + after) ? diffChars : diffWordsWithSpace;
  return differ(before, after).map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
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

/** Lines that went and lines that came in the same place, put beside each other where they are alike. */
function replaced(went: readonly string[], came: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let next = 0;
  for (const before of went) {
    const at = came.findIndex((after, index) => index >= next && alike(partsOf(before, after)));
    if (at < 0) {
      blocks.push(whole('removed', before));
      continue;
    }
    blocks.push(...came.slice(next, at).map((line) => whole('added', line)));
    blocks.push({ kind: 'changed', parts: partsOf(before, came[at] ?? '') });
    next = at + 1;
  }
  return [...blocks, ...came.slice(next).map((line) => whole('added', line))];
}

const linesOf = (plain: string) => (plain === '' ? [] : plain.split('\n'));

/** What makes one text of the other, block by block. */
export function compareTexts(before: string, after: string): Block[] {
  const blocks: Block[] = [];
  let went: string[] = [];
  let came: string[] = [];
  const settle = () => {
    blocks.push(...replaced(went, came));
    went = [];
    came = [];
  };
  for (const { value, added, removed } of diffArrays(linesOf(before), linesOf(after))) {
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
