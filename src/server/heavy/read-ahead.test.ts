import { expect, test } from 'vitest';
import { readAhead } from './read-ahead.ts';

test('one part is read ahead, and no more', async () => {
  const begun: number[] = [];
  const read = async (part: number) => {
    begun.push(part);
    return part * 10;
  };
  const seen = [];
  for await (const one of readAhead([1, 2, 3, 4], read)) seen.push({ ...one, begun: begun.length });
  expect(seen).toEqual([
    { part: 1, read: 10, begun: 2 },
    { part: 2, read: 20, begun: 3 },
    { part: 3, read: 30, begun: 4 },
    { part: 4, read: 40, begun: 4 },
  ]);
});

test('an error comes when its part is due', async () => {
  const read = async (part: number) => {
    if (part === 2) throw new Error('unreadable');
    return part;
  };
  const seen: number[] = [];
  const all = async () => {
    for await (const { part } of readAhead([1, 2, 3], read)) seen.push(part);
  };
  await expect(all()).rejects.toThrow('unreadable');
  expect(seen).toEqual([1]);
});
