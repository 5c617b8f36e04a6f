import { expect, test } from 'vitest';
import { drawByRules } from './paper-rules.ts';

const counts = (drawn: number[][]) => drawn.map(({ length }) => length);

test('each rule gets its questions in the order of its wishes, none twice', () => {
  const drawn = drawByRules([
    { count: 2, candidates: [1, 2, 3] },
    { count: 1, candidates: [2, 4] },
  ]);
  expect(drawn).toEqual([[1, 2], [4]]);
});

test('a rule hands over what another cannot do without, also over several rules', () => {
  expect(
    counts(
      drawByRules([
        { count: 2, candidates: [1, 2, 3, 4] },
        { count: 2, candidates: [1, 2] },
      ]),
    ),
  ).toEqual([2, 2]);
  const chain = drawByRules([
    { count: 1, candidates: [1, 2] },
    { count: 1, candidates: [2, 3] },
    { count: 1, candidates: [3, 4] },
    { count: 1, candidates: [1] },
  ]);
  expect(chain).toEqual([[2], [3], [4], [1]]);
  expect(
    counts(
      drawByRules([
        { count: 3, candidates: [1, 2] },
        { count: 1, candidates: [2] },
      ]),
    ),
  ).toEqual([2, 0]);
});

test('against trying all ways: whatever can be drawn is drawn', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  for (let round = 0; round < 300; round++) {
    const rules = Array.from({ length: 1 + random(4) }, () => ({
      count: 1 + random(3),
      candidates: [0, 1, 2, 3, 4, 5].filter(() => random(2) === 0),
    }));
    const wanted = rules.reduce((sum, { count }) => sum + count, 0);
    const drawn = drawByRules(rules);
    expect(new Set(drawn.flat()).size).toBe(drawn.flat().length);
    for (const [at, { candidates }] of rules.entries())
      expect(drawn[at]?.every((one) => candidates.includes(one))).toBe(true);
    expect(drawn.flat().length === wanted, JSON.stringify(rules)).toBe(isPossible(rules.flatMap(slots)));
  }
});

const slots = ({ count, candidates }: { count: number; candidates: number[] }) =>
  Array.from({ length: count }, () => candidates);

function isPossible(wishes: number[][], used: readonly number[] = []): boolean {
  const [first, ...rest] = wishes;
  return first === undefined || first.some((one) => !used.includes(one) && isPossible(rest, [...used, one]));
}
