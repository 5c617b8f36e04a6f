import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '#test/helpers/database.ts';
import { engines } from '#test/helpers/engines.ts';
import type { Reference } from '#test/helpers/reference/store.ts';
import type { ReadingRow } from './store.ts';

describe.each(engines)('on the %s engine', (_name, open) => {
  let store: Reference;
  let site = 0;
  let trace = 0;
  beforeAll(async () => {
    store = open(await testDatabase());
  });
  beforeEach(() => {
    site += 1;
    trace += 1;
  });

  const at = new Date('2026-01-15T08:00:00Z');
  const later = new Date('2026-01-15T09:00:00Z');
  const now = new Date('2026-02-01T00:00:00Z');
  const row = (fids: number[], avg: (number | null)[], more: Partial<ReadingRow> = {}): ReadingRow => ({
    site_id: site,
    data_type: 'hour',
    ts: at,
    fids,
    avg,
    origin: 'l',
    ...more,
  });
  const write = (...readings: ReadingRow[]) => store.append({ readings, packets: [] });
  const trail = (...readings: ReadingRow[]) => store.appendTraced({ trace_id: trace, readings });

  async function undo(limit = 100) {
    for (;;) {
      const { done, removed, restored, kept } = await store.takeBack(trace, limit);
      if (done) return { removed, restored, kept };
    }
  }

  /** All that is stored of the present site: four data types, newest values, hours, days and months. */
  async function everything(): Promise<{ row: object }[][]> {
    const span = { site_ids: [site], from: new Date(0), to: new Date('2100-01-01T00:00:00Z') };
    const types = ['realtime', 'minute', 'hour', 'day'] as const;
    const rows: object[][] = [];
    for (const data_type of types) rows.push(await store.range({ ...span, data_type }));
    const newest = await Promise.all(types.map((data_type) => store.latest([site], data_type)));
    rows.push(newest.flat().map(({ received_at: _, ...latest }) => latest));
    for (const level of ['hour', 'day', 'month'] as const) rows.push(await store.buckets({ ...span, level }));
    return rows.map((list) => list.map((row) => ({ row })));
  }

  async function rollUp(): Promise<void> {
    while ((await store.rollUp(now)) > 0);
  }

  describe('what is taken back', () => {
    test('goes where it was added, comes back where it was replaced, and leaves no trace', async () => {
      await write(row([1, 2], [10, 20], { min: [9, null], flags: ['', 'D'], raw: [10.5, null] }));
      await rollUp();
      const before = await everything();

      await trail(
        row([2, 3], [22, 30], { origin: 's', max: [25, null] }),
        row([1], [11], { ts: later, origin: 's' }),
      );
      await rollUp();
      expect(await everything()).not.toEqual(before);

      expect(await undo()).toEqual({ removed: 2, restored: 1, kept: 0 });
      await rollUp();
      expect(await everything()).toEqual(before);
      expect(await undo()).toEqual({ removed: 2, restored: 1, kept: 0 });
      expect(await store.forgetTrace(trace)).toBe(0);
    });

    test('all of a site goes with it: its newest values, hours, days and months', async () => {
      await trail(
        row([1], [1]),
        row([1], [2], { ts: later }),
        row([1], [5], { data_type: 'minute' }),
        row([1], [7], { data_type: 'day', ts: new Date('2026-01-10T16:00:00Z') }),
      );
      await rollUp();
      expect((await store.latest([site], 'hour'))[0]?.values).toMatchObject([{ fid: 1, value: 2 }]);
      await undo(1);
      await rollUp();
      expect(await everything()).toEqual([[], [], [], [], [], [], [], []]);
    });

    test('stays where someone has changed it since', async () => {
      await write(row([1], [10]));
      await trail(row([1, 2], [11, 20], { origin: 's' }));
      await write(row([1], [12]));
      expect(await undo()).toEqual({ removed: 1, restored: 0, kept: 1 });
      expect((await everything())[2]?.map(({ row }) => row)).toMatchObject([{ avg: [12] }]);
    });

    test('brings back an hour whose minutes were dropped for age', async () => {
      await write(row([1], [10], { data_type: 'minute' }));
      await rollUp();
      await store.forget('minute', now, () => undefined);
      const before = (await everything()).slice(5);
      await trail(row([1], [99]));
      await rollUp();
      expect((await everything()).slice(5)).not.toEqual(before);
      await undo();
      await rollUp();
      expect((await everything()).slice(5)).toEqual(before);
    });

    test('is what was there before the first of its rows, also where the same period comes twice', async () => {
      await write(row([1], [10]));
      await trail(row([1], [11]));
      await trail(row([1, 2], [12, 2]));
      expect(await undo()).toEqual({ removed: 1, restored: 1, kept: 0 });
      expect((await everything())[2]?.map(({ row }) => row)).toMatchObject([{ avg: [10] }]);
    });

    test('is nothing of a reviewed value, which was never replaced', async () => {
      await write(row([1], [10], { origin: 'r' }));
      const before = await everything();
      await trail(row([1], [11], { origin: 's' }));
      expect(await undo()).toEqual({ removed: 0, restored: 0, kept: 0 });
      expect(await everything()).toEqual(before);
    });

    test('remembers the imported value among the revisions', async () => {
      await write(row([1], [10]));
      await trail(row([1], [11], { origin: 's' }));
      await undo();
      const question = {
        site_id: site,
        fid: 1,
        data_types: ['hour'],
        from: at,
        to: later,
        limit: 9,
      } as const;
      const revisions = (await store.revisions(question))
        .map(({ value, reason }) => ({ value, reason }))
        .reverse();
      expect(revisions).toEqual([
        { value: 10, reason: 'resupplied' },
        { value: 11, reason: 'undone' },
      ]);
    });

    test('says with each step what became of all so far, so that an answer that was lost is in the next one', async () => {
      await write(row([1], [7], { ts: later }));
      await trail(row([1], [1]), row([1], [2], { ts: later }));
      await store.takeBack(trace, 1);
      expect((await everything())[2]?.map(({ row }) => row)).toMatchObject([{ avg: [2] }]);
      expect(await store.takeBack(trace, 1)).toEqual({
        done: false,
        rows: 2,
        removed: 1,
        restored: 1,
        kept: 0,
      });
      const all = { done: true, rows: 2, removed: 1, restored: 1, kept: 0 };
      expect(await store.takeBack(trace, 1)).toEqual(all);
      expect(await store.takeBack(trace, 1)).toEqual(all);
    });

    test('takes back rows that were written twice as if they had been written once', async () => {
      await write(row([1], [7]));
      const before = await everything();
      await trail(row([1, 2], [1, 3]));
      await trail(row([1, 2], [1, 3]));
      expect(await undo()).toEqual({ removed: 1, restored: 1, kept: 0 });
      expect(await everything()).toEqual(before);
    });
  });

  describe('imports of the same period', () => {
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ];
    const other = { origin: 's' as const, min: [1, 2], max: [30, 40], flags: ['D', ''], raw: [7, null] };
    const original = () => row([1, 2], [10, 20], { min: [9, null], flags: ['', 'D'], raw: [10.5, null] });
    const starts: [string, () => ReadingRow[]][] = [
      ['nothing', () => []],
      ['a row', () => [original()]],
      ['a row without their factors', () => [row([9], [90])]],
    ];
    const series: [string, () => ReadingRow[]][] = [
      [
        'different values',
        () => [row([1, 2], [11, 21], other), row([1, 2], [12, 22]), row([1, 2], [13, 23])],
      ],
      ['equal values', () => [row([1, 2], [11, 21]), row([1, 2], [11, 21]), row([1, 2], [11, 23], other)]],
      ['values that come again', () => [row([1, 2], [11, 20]), original(), row([1, 2], [11, 20])]],
      [
        'some of the factors each',
        () => [row([1, 3], [11, 31]), row([1, 2], [12, 22]), row([2, 3], [23, 33])],
      ],
    ];
    const cases = starts.flatMap(([start, rows]) =>
      series.flatMap(([name, imports]) =>
        orders.map((order) => [start, name, order, rows, imports] as const),
      ),
    );

    test.each(cases)('over %s, of %s, undone in the order %j leave nothing', async (...given) => {
      const [, , order, rows, imports] = given;
      await write(...rows());
      await rollUp();
      const before = await everything();
      const first = trace;
      // Not run in the order of their numbers.
      const ids = [first + 1, first + 2, first];
      for (const [at, reading] of imports().entries()) {
        trace = ids[at] ?? 0;
        await trail(reading);
      }
      for (const at of order) {
        trace = ids[at] ?? 0;
        await undo();
      }
      await rollUp();
      trace = first + 2;
      expect(await everything()).toEqual(before);
    });

    test.each(orders)('bring back an hour whose minutes are gone: %i %i %i', async (...order) => {
      await write(row([1], [10], { data_type: 'minute' }));
      await rollUp();
      await store.forget('minute', now, () => undefined);
      const before = await everything();
      const first = trace;
      for (const at of [0, 1, 2]) {
        trace = first + at;
        await trail(row([1], [11 + at]));
        await rollUp();
      }
      for (const at of order) {
        trace = first + at;
        await undo();
        await rollUp();
      }
      trace = first + 2;
      expect((await everything()).slice(5)).toEqual(before.slice(5));
    });

    test('are kept while another of them says the same, or something later', async () => {
      const first = trace;
      const stored = async () => (await everything())[2]?.map(({ row }) => row);
      await trail(row([1, 2], [11, 21]));
      trace = first + 1;
      await trail(row([1, 2], [11, 22]));
      trace = first;
      expect(await undo()).toEqual({ removed: 0, restored: 0, kept: 2 });
      expect(await stored()).toMatchObject([{ avg: [11, 22] }]);
      trace = first + 1;
      expect(await undo()).toEqual({ removed: 2, restored: 0, kept: 0 });
      expect(await stored()).toEqual([]);
    });

    test('leave what someone said between them', async () => {
      const first = trace;
      await trail(row([1], [11]));
      await write(row([1], [50]));
      trace = first + 1;
      await trail(row([1], [12]));
      trace = first;
      await undo();
      trace = first + 1;
      expect(await undo()).toEqual({ removed: 0, restored: 1, kept: 0 });
      expect((await everything())[2]?.map(({ row }) => row)).toMatchObject([{ avg: [50] }]);
    });
  });

  test('an imported file does not make a station look as if it had sent something', async () => {
    await write(row([1], [10]));
    const [before] = await store.latest([site], 'hour');
    await trail(row([1], [11], { ts: later }));
    expect((await store.latest([site], 'hour'))[0]).toMatchObject({
      received_at: before?.received_at,
      values: [{ value: 11 }],
    });
  });

  test('rows that say something else than what is stored are counted', async () => {
    await write(row([1, 2], [10, 20]), row([1], [1], { ts: later, origin: 'r' }));
    const same = row([1], [10]);
    const other = row([1, 3], [11, 30]);
    const added = row([3], [30]);
    const reviewed = row([1], [5], { ts: later });
    const absent = row([1], [5], { ts: now });
    expect(await store.countReplacing([same, added, reviewed, absent])).toBe(0);
    expect(await store.countReplacing([other, absent])).toBe(1);
  });
});
