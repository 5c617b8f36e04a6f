import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { checked, written } from './long-answer.ts';

const schema = z.object({
  total: z.int(),
  rows: z.array(z.object({ name: z.string(), at: z.number().nullable() })),
  note: z.string().optional(),
});
const rows = Array.from({ length: 100 }, (_, n) => ({ name: `站 "${n}"`, at: n % 3 ? n : null }));

/** Counts how often long work rested. */
function resting() {
  const rest = Object.assign(
    async () => {
      rest.times += 1;
    },
    { times: 0 },
  );
  return rest;
}

describe('a long answer', () => {
  test('is the same text as one that is written in one go, with rests between its parts', async () => {
    const rest = resting();
    const long = rows.map((row) => ({ ...row, note: 'x'.repeat(2000) }));
    for (const data of [
      { total: 100, rows, note: undefined },
      { total: 1, rows: [] },
      { rows: [undefined, ...long, ...long, ...rows] },
      rows,
      null,
      'text',
    ]) {
      expect(String(await written(0, data, rest))).toBe(JSON.stringify({ code: 0, data }));
    }
    expect(rest.times).toBeGreaterThan(20);
  });

  test('is checked item by item: what the contract does not name is taken out', async () => {
    const secret = rows.map((row) => ({ ...row, password: 'x' }));
    expect(await checked(schema, { total: 100, rows: secret, more: 1 }, resting())).toEqual({
      total: 100,
      rows,
    });
  });

  test('with one item that breaks the contract is no answer', async () => {
    const broken = [...rows, { name: 1, at: null }];
    await expect(checked(schema, { total: 101, rows: broken }, resting())).rejects.toThrow();
    await expect(checked(schema, { total: 'all', rows }, resting())).rejects.toThrow();
  });
});
