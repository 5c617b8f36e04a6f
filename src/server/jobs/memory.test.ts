import { expect, test } from 'vitest';
import { heapMb, sweeper } from './memory.ts';

/**
 * How large the heap is while much is held at once: so much that what the engine keeps for new objects, whose size
 * differs from run to run, is a small part of it.
 */
function burst(): number {
  const held = Array.from({ length: 800 }, (_, i) => Array.from({ length: 10_000 }, (_, k) => `${i} ${k}`));
  return held.length > 0 ? heapMb() : 0;
}

test('a sweep gives back what a burst left behind', () => {
  const sweep = sweeper();
  sweep();
  const before = heapMb();
  const most = burst();
  sweep();
  expect(heapMb() - before).toBeLessThan((most - before) / 2);
});
