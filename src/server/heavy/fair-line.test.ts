import { describe, expect, test } from 'vitest';
import { FairLine } from './fair-line.ts';

/** Lets tasks that got a slot begin. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Tasks that run until they are told to end; records the order in which they began. */
function stage(limits: { atOnce: number; perUser: number; waiting?: number }) {
  const line = new FairLine({ waiting: 30, ...limits });
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (user_id: number, name: string, isWanted?: () => boolean) =>
    line.run(
      user_id,
      () =>
        new Promise<string>((resolve) => {
          began.push(name);
          ends.set(name, () => resolve(name));
        }),
      isWanted,
    );
  const end = async (name: string) => {
    ends.get(name)?.();
    await settled();
  };
  return { ask, began, end };
}

describe('long work of users', () => {
  test('who has asked ten things gets one place, and another user is not behind all of them', async () => {
    const { ask, began, end } = stage({ atOnce: 1, perUser: 1 });
    const ofOne = Array.from({ length: 10 }, (_, at) => ask(1, `one ${at}`));
    const ofOther = ask(2, 'other');
    await settled();
    await end('one 0');
    expect(began).toEqual(['one 0', 'other']);
    await end('other');
    expect(await ofOther).toBe('other');
    for (let at = 1; at < 10; at += 1) await end(`one ${at}`);
    expect(await Promise.all(ofOne)).toEqual(Array.from({ length: 10 }, (_, at) => `one ${at}`));
  });

  test('one user never has all places, though nobody else asks', async () => {
    const { ask, began } = stage({ atOnce: 2, perUser: 1 });
    for (const name of ['a', 'b', 'c']) void ask(1, name);
    await settled();
    expect(began).toEqual(['a']);
    void ask(2, 'other');
    await settled();
    expect(began).toEqual(['a', 'other']);
  });

  test('users who ask much take turns', async () => {
    const { ask, began, end } = stage({ atOnce: 1, perUser: 1 });
    for (const name of ['a1', 'a2', 'a3']) void ask(1, name);
    for (const name of ['b1', 'b2']) void ask(2, name);
    void ask(3, 'c1');
    await settled();
    for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) {
      expect(began.at(-1), began.join()).toBe(name);
      await end(name);
    }
  });

  test('short work under way is told from long work, which runs or waits here', async () => {
    const line = new FairLine({ atOnce: 1, perUser: 1, waiting: 2 });
    const ends: (() => void)[] = [];
    const untilTold = () => new Promise<void>((resolve) => ends.push(resolve));
    const first = line.letPass(() => line.run(1, untilTold));
    const second = line.letPass(() => line.run(1, async () => {}));
    await settled();
    expect(line.isPassed).toBe(false);
    const short = line.letPass(untilTold);
    expect(line.isPassed).toBe(true);
    ends[1]?.();
    await short;
    expect(line.isPassed).toBe(false);
    ends[0]?.();
    await Promise.all([first, second]);
    expect(line.isPassed).toBe(false);
  });

  test('what nobody waits for any more is not begun', async () => {
    const { ask, began, end } = stage({ atOnce: 1, perUser: 1 });
    void ask(1, 'first');
    const gone = ask(1, 'gone', () => false);
    const refused = expect(gone).rejects.toMatchObject({ fault: 'processing_failed' });
    void ask(1, 'last');
    await settled();
    await end('first');
    await refused;
    expect(began).toEqual(['first', 'last']);
  });

  test('work that fails gives its place back', async () => {
    const line = new FairLine({ atOnce: 1, perUser: 1, waiting: 1 });
    await expect(line.run(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await line.run(1, async () => 'yes')).toBe('yes');
  });

  test('more than may wait is refused with a sentence', async () => {
    const { ask } = stage({ atOnce: 1, perUser: 1, waiting: 2 });
    for (const name of ['a', 'b', 'c']) void ask(1, name);
    await expect(ask(1, 'd')).rejects.toMatchObject({
      fault: 'processing_failed',
      detail: 'too_many_waiting',
      params: { max: 2 },
    });
  });
});
