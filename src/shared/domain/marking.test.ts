import { describe, expect, test } from 'vitest';
import { creditOf, earnedOf, isAnswer, isPassed, type MarkedQuestion, shuffled } from './marking.ts';

const options = ['A', 'B', 'C', 'D'].map((key) => ({ key }));
const single: MarkedQuestion = { kind: 'single', options, answers: ['B'], tolerance: null };
const multiple: MarkedQuestion = { kind: 'multiple', options, answers: ['A', 'C'], tolerance: null };
const judge: MarkedQuestion = { kind: 'judge', options: [], answers: ['false'], tolerance: null };
const fill: MarkedQuestion = { kind: 'fill', options: [], answers: ['臭氧', 'Ozone'], tolerance: null };
const number: MarkedQuestion = { kind: 'number', options: [], answers: ['0.3'], tolerance: 0.1 };

describe('an answer earns', () => {
  test.each([
    [single, ['B'], 1],
    [single, ['A'], 0],
    [single, null, 0],
    [single, ['A', 'B'], 0],
    [multiple, ['C', 'A'], 1],
    [multiple, ['A'], 0],
    [multiple, ['A', 'C', 'D'], 0],
    [judge, ['false'], 1],
    [judge, ['true'], 0],
    [fill, [' ozone '], 1],
    [fill, ['ＯＺＯＮＥ'], 1],
    [fill, ['oxygen'], 0],
    [number, ['0.4'], 1],
    [number, ['0.2'], 1],
    [number, ['０．３５'], 1],
    [number, ['0.41'], 0],
    [number, ['3e-1'], 1],
  ])('%# all or nothing', (question, given, credit) => {
    expect(creditOf(question, given)).toBe(credit);
  });

  test('half for some of several right options, and nothing once a wrong one is among them', () => {
    expect(creditOf(multiple, ['A'], true)).toBe(0.5);
    expect(creditOf(multiple, ['A', 'B'], true)).toBe(0);
    expect(creditOf(single, ['A'], true)).toBe(0);
  });

  test('nothing for the empty number and the number that is none', () => {
    expect(creditOf({ ...number, answers: ['0'], tolerance: 0 }, [''])).toBe(0);
    expect(creditOf(number, ['0.3x'])).toBe(0);
  });
});

test('an answer must fit its kind before it is right or wrong', () => {
  expect(isAnswer(single, ['E'])).toBe(false);
  expect(isAnswer(single, [])).toBe(false);
  expect(isAnswer(multiple, ['A', 'A'])).toBe(false);
  expect(isAnswer(judge, ['yes'])).toBe(false);
  expect(isAnswer(number, ['about 3'])).toBe(false);
  expect(isAnswer(fill, ['  '])).toBe(false);
  expect(isAnswer(fill, ['x'])).toBe(true);
});

test('scores have two decimals, and the passing mark is met by exactly its share', () => {
  expect(earnedOf(2.5, 0.5)).toBe(1.25);
  expect(isPassed(3, 5, 60)).toBe(true);
  expect(isPassed(2.99, 5, 60)).toBe(false);
  expect(isPassed(0.6, 1, 60)).toBe(true);
});

test('shuffling keeps everything and depends on nothing but its numbers', () => {
  const items = Array.from({ length: 50 }, (_, i) => i);
  let seed = 7;
  const random = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  const order = shuffled(items, random);
  expect(order).not.toEqual(items);
  expect(order.toSorted((a, b) => a - b)).toEqual(items);
});
