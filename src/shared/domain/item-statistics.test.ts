import { expect, test } from 'vitest';
import { itemStatistics, type MarkedSitting } from './item-statistics.ts';

/** Question 1 is solved by the good candidates, question 2 by all, question 3 by the weak ones. */
const sitting = (score: number, earned: readonly number[]): MarkedSitting => ({
  score,
  full_score: 30,
  items: earned.map((one, i) => ({ question_id: i + 1, earned: one, score: 10, answered: one > 0 })),
});

test('difficulty is the mean share, discrimination the gap between the best and the worst', () => {
  const sittings = [
    sitting(30, [10, 10, 0]),
    sitting(25, [10, 10, 0]),
    sitting(20, [0, 10, 10]),
    sitting(10, [0, 10, 10]),
  ];
  const [first, second, third] = itemStatistics(sittings);
  expect(first).toEqual({
    ...{ question_id: 1, sat: 4, unanswered: 2, right: 2, difficulty: 0.5, discrimination: 1 },
  });
  expect(second).toMatchObject({ difficulty: 1, discrimination: 0, right: 4 });
  expect(third).toMatchObject({ discrimination: -1 });
});

test('too few people say nothing of discrimination, and nobody says nothing at all', () => {
  expect(itemStatistics([sitting(10, [10])])[0]?.discrimination).toBeNull();
  expect(itemStatistics([])).toEqual([]);
});

test('a question drawn by rule is judged by those who had it', () => {
  const with9 = { ...sitting(10, [10]), items: [{ question_id: 9, earned: 5, score: 10, answered: true }] };
  expect(itemStatistics([sitting(10, [10]), with9]).find((one) => one.question_id === 9)).toMatchObject({
    ...{ sat: 1, right: 0, difficulty: 0.5 },
  });
});
