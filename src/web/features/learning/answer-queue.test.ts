import { expect, test } from 'vitest';
import { AnswerQueue, type SaveState } from './answer-queue.ts';

function queue(save: (place: number, answer: string[]) => Promise<void>) {
  const states: SaveState[] = [];
  const made = new AnswerQueue({ save, onState: (state) => states.push(state), retryMs: 1 });
  return { made, states };
}

test('what could not be stored is sent again until it is', async () => {
  const stored: string[] = [];
  let failures = 3;
  const { made, states } = queue(async (place, answer) => {
    if (failures-- > 0) throw new Error('away');
    stored.push(`${place} ${answer}`);
  });
  made.put(1, ['A'], 0);
  await expect.poll(() => states.at(-1)).toBe('saved');
  expect(stored).toEqual(['1 A']);
  expect(states).toContain('unsaved');
});

test('of a question that is changed on the way the last answer is stored last', async () => {
  const stored: string[] = [];
  const { made } = queue(async (place, answer) => {
    if (stored.length === 0) made.put(place, ['B'], 1000);
    stored.push(`${place} ${answer}`);
  });
  made.put(1, ['A'], 1000);
  await made.flush();
  expect(stored).toEqual(['1 A', '1 B']);
});

test('a flush says that it could not', async () => {
  const { made } = queue(async () => {
    throw new Error('away');
  });
  made.put(1, ['A'], 1000);
  await expect(made.flush()).rejects.toThrow('away');
  made.stop();
});
