import { beforeAll, describe, expect, test } from 'vitest';
import { bucketEnd, bucketOf } from '#shared/domain/buckets.ts';
import { testDatabase } from '#test/helpers/database.ts';
import { engines } from '#test/helpers/engines.ts';
import type { Reference } from '#test/helpers/reference/store.ts';
import type { ReadingRow } from './store.ts';

describe.each(engines)('on the %s engine', (_name, open) => {
  let store: Reference;
  let site = 0;
  beforeAll(async () => {
    store = open(await testDatabase());
  });

  const at = new Date('2026-11-15T08:00:00Z');
  const row = (fids: number[], avg: (number | null)[], more: Partial<ReadingRow> = {}): ReadingRow => ({
    site_id: site,
    data_type: 'minute',
    ts: at,
    fids,
    avg,
    origin: 'l',
    ...more,
  });
  const write = (...readings: ReadingRow[]) => store.append({ readings, packets: [] });

  const always = { from: new Date(0), to: new Date('2100-01-01T00:00:00Z') };

  /** What is stored of the present site, factor by factor. */
  async function stored(): Promise<Record<number, string>> {
    const [kept] = await store.range({ ...always, data_type: 'minute', site_ids: [site] });
    return Object.fromEntries(
      (kept?.fids ?? []).map((fid, i) => [
        fid,
        [kept?.avg[i], kept?.max?.[i], kept?.flags?.[i] || undefined].filter((v) => v != null).join(' '),
      ]),
    );
  }

  /** What stood there before, the oldest first. */
  async function revisions(): Promise<string[]> {
    const question = { ...always, site_id: site, fid: 1, data_types: ['minute'], limit: 10 } as const;
    const found = await store.revisions(question);
    return found.map(({ value, reason }) => `1 ${value} ${reason}`).reverse();
  }

  const nextSite = () => {
    site += 1;
  };

  describe('split packets', () => {
    const parts = [row([1, 2], [10, 20]), row([5], [50]), row([3, 4], [30, 40])];
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ];
    const whole = { 1: '10', 2: '20', 3: '30', 4: '40', 5: '50' };

    test.each(orders)(
      'in the order %i %i %i give the same row, in one batch or three, resent or not',
      async (...order) => {
        for (const together of [true, false]) {
          for (const again of [false, true]) {
            nextSite();
            const mine = [...order, ...(again ? order : [])].map((i) => ({
              ...(parts[i] as ReadingRow),
              site_id: site,
            }));
            if (together) await write(...mine);
            else for (const part of mine) await write(part);
            expect(await stored()).toEqual(whole);
            expect(await revisions()).toEqual([]);
          }
        }
      },
    );
  });

  describe('the same period again', () => {
    test('a resend changes nothing', async () => {
      nextSite();
      for (let i = 0; i < 3; i++) await write(row([1, 2], [1.5, null], { flags: ['', 'D'], max: [2, null] }));
      expect(await stored()).toEqual({ 1: '1.5 2', 2: 'D' });
      expect(await revisions()).toEqual([]);
    });

    test('a packet never blanks what it does not carry', async () => {
      nextSite();
      await write(row([1, 2], [1, 2], { max: [5, 6] }));
      await write(row([2], [2], { max: [null] }));
      expect(await stored()).toEqual({ 1: '1 5', 2: '2 6' });
    });

    test('another value replaces the old one, which is kept with the reason', async () => {
      nextSite();
      await write(row([1, 2], [10, 20]));
      await write(row([1], [11], { origin: 's' }));
      expect(await stored()).toEqual({ 1: '11', 2: '20' });
      expect(await revisions()).toEqual(['1 10 resupplied']);
    });

    test('contradictions within one batch are kept too', async () => {
      nextSite();
      await write(row([1], [10]), row([1], [12]), row([1], [13]));
      expect(await stored()).toEqual({ 1: '13' });
      expect(await revisions()).toEqual(['1 10 resent', '1 12 resent']);
    });

    test('where a value came from stays, where it says nothing new, whatever else comes with it', async () => {
      nextSite();
      await write(row([1, 2], [10, 20]));
      await write(row([1, 2], [10, 21], { origin: 's' }));
      const [kept] = await store.range({ ...always, data_type: 'minute', site_ids: [site] });
      expect(kept?.origins).toEqual(['l', 's']);
    });

    test('a reviewed or manual value is never replaced by a device', async () => {
      nextSite();
      await write(row([1, 2], [10, 20]));
      await write(row([1], [9], { origin: 'r' }));
      await write(row([1, 2], [12, 22]));
      expect(await stored()).toEqual({ 1: '9', 2: '22' });
      await write(row([1], [8], { origin: 'm' }));
      expect(await stored()).toEqual({ 1: '8', 2: '22' });
    });
  });

  describe('the newest values', () => {
    async function newest(): Promise<Record<number, string>> {
      const [latest] = await store.latest([site], 'minute');
      return Object.fromEntries(
        (latest?.values ?? []).map(({ fid, value, ts }) => [fid, `${value} ${ts.slice(11, 16)}`]),
      );
    }
    const later = (minutes: number) => new Date(at.getTime() + minutes * 60_000);

    test('are kept per factor, whatever order and company they come in', async () => {
      nextSite();
      await write(row([1, 2], [10, 20]));
      await write(row([1], [11], { ts: later(1) }));
      await write(row([3], [30], { ts: later(2) }), row([1, 2], [9, 19], { ts: later(-5) }));
      expect(await newest()).toEqual({ 1: '11 08:01', 2: '20 08:00', 3: '30 08:02' });
      await write(row([1, 2, 3], [12, 22, 32], { ts: later(3) }));
      expect(await newest()).toEqual({ 1: '12 08:03', 2: '22 08:03', 3: '32 08:03' });
    });

    test('of one factor may come late, after newer ones of others', async () => {
      nextSite();
      await write(row([1, 2], [10, 20]), row([1], [11], { ts: later(10) }));
      await write(row([1, 2], [9, 25], { ts: later(5) }));
      expect(await newest()).toEqual({ 1: '11 08:10', 2: '25 08:05' });
    });

    test('of a batch with several periods of one site are its last', async () => {
      nextSite();
      await write(
        row([1], [2], { ts: later(2) }),
        row([1], [1], { ts: later(1) }),
        row([1], [3], { ts: later(3) }),
      );
      expect(await newest()).toEqual({ 1: '3 08:03' });
    });
  });

  describe('questions', () => {
    const hour = (n: number) => new Date(at.getTime() + n * 3_600_000);

    test('the newest values of sites, each with its own time and flag', async () => {
      nextSite();
      await write(row([1, 2], [10, null], { flags: ['', 'D'] }), row([1], [1], { data_type: 'hour' }));
      await write(row([1], [11.5], { ts: hour(1) }));
      const [first, ...others] = await store.latest([site, site + 1000], 'minute');
      expect(others).toEqual([]);
      expect(first).toMatchObject({ site_id: site, ts: '2026-11-15T09:00:00.000Z' });
      expect(Date.parse(first?.received_at ?? '')).toBeGreaterThan(0);
      expect(first?.values).toEqual([
        { fid: 1, value: 11.5, flag: '', ts: '2026-11-15T09:00:00.000Z' },
        { fid: 2, value: null, flag: 'D', ts: '2026-11-15T08:00:00.000Z' },
      ]);
    });

    test('without a data type the newest values are of the finest that a site sends', async () => {
      nextSite();
      await write(row([1], [1], { data_type: 'hour', ts: hour(2) }), row([1], [2]));
      expect(await store.latest([site])).toMatchObject([{ data_type: 'minute', values: [{ value: 2 }] }]);
    });

    test('hours of many sites come as columns, with nothing where no value counts', async () => {
      nextSite();
      const other = site + 1;
      await write(
        row([1, 2], [10, 20], { data_type: 'hour' }),
        row([1, 2], [11, 21], { data_type: 'hour', ts: hour(2), flags: ['D', ''] }),
        row([2], [7.5], { data_type: 'hour', ts: hour(1), site_id: other }),
      );
      nextSite();
      while ((await store.rollUp(hour(4))) > 0);
      const question = {
        level: 'hour',
        site_ids: [other, site - 1],
        fids: [2, 1],
        from: at,
        to: hour(3),
      } as const;
      const { steps, columns } = await store.grid(question);
      expect(steps).toBe(3);
      const none = Number.NaN;
      expect(columns.map((column) => [...column])).toEqual([
        [none, 7.5, none, 20, none, 21],
        [none, none, none, 10, none, none],
      ]);
      const meansOf = (fid: number) => store.means({ ...question, fid });
      expect([await meansOf(2), await meansOf(1)]).toEqual([
        [7.5, 20.5],
        [null, 10],
      ]);
      const { columns: marked } = await store.grid({ ...question, doubtful: true });
      expect(marked.map((column) => [...column])[1]).toEqual([none, none, none, 10, none, -Infinity]);
      const day = await store.grid({
        ...{ ...question, level: 'day', doubtful: true },
        from: bucketOf('day', at),
        to: bucketEnd('day', bucketOf('day', at)),
      });
      expect(day.steps).toBe(1);
      expect(day.columns.map((column) => [...column])).toEqual([
        [-Infinity, -Infinity],
        [none, -Infinity],
      ]);
    });

    test('sites whose newest values bear a flag, by the finest data type that they send', async () => {
      const later = new Date(at.getTime() + 60_000);
      const faulty = async () => (await store.flagged(['D', 'B'])).includes(site);
      nextSite();
      await write(row([1, 2], [1, 2], { data_type: 'realtime', flags: ['', 'D'] }));
      expect(await faulty()).toBe(true);
      await write(row([1, 2], [1, 2], { data_type: 'realtime', ts: later }));
      expect(await faulty()).toBe(false);
      await write(row([1], [1], { data_type: 'hour', flags: ['D'] }));
      expect(await faulty()).toBe(false);
      nextSite();
      await write(row([1], [1], { data_type: 'hour', flags: ['B'] }), row([2], [2], { flags: ['M'] }));
      expect(await faulty()).toBe(false);
      nextSite();
      await write(row([1], [1], { data_type: 'hour', flags: ['B'] }));
      expect(await faulty()).toBe(true);
    });

    test('a factor that went missing with its flag says nothing of now', async () => {
      nextSite();
      await write(row([1, 2], [1, 2], { data_type: 'realtime', flags: ['D', ''] }));
      await write(row([2], [2], { data_type: 'realtime', ts: new Date(at.getTime() + 2 * 86_400_000) }));
      expect(await store.flagged(['D'])).not.toContain(site);
    });

    test('a value typed in at the station is there, and counts for nothing until a person says so', async () => {
      nextSite();
      await write(row([1], [5], { flags: ['S'] }));
      const question = {
        ...always,
        kind: 'minute',
        site_ids: [site],
        fids: [1],
        circular: [],
        width: 10,
      } as const;
      const counting = new Map([[site, new Set([''])]]);
      expect(await store.figures({ ...question, counting })).toMatchObject([{ n: 1, valid: 0 }]);
      const [course] = await store.course({ ...question, counting });
      expect(course?.lines).toEqual([{ fid: 1, low: [5], high: [5], doubtful: [0] }]);
    });

    test('a range comes by time and site, from the first moment to before the last', async () => {
      nextSite();
      const a = site;
      nextSite();
      for (const site_id of [a, site])
        for (const n of [2, 0, 1]) await write(row([1], [n], { site_id, ts: hour(n) }));
      const question = { site_ids: [a, site], data_type: 'minute', from: hour(0), to: hour(2) } as const;
      const read = async (more: object = {}) =>
        (await store.range({ ...question, ...more })).map(({ site_id, avg }) => `${site_id - a} ${avg}`);
      expect(await read()).toEqual(['0 0', '1 0', '0 1', '1 1']);
      expect(await read({ newest_first: true, limit: 3 })).toEqual(['1 1', '0 1', '1 0']);
      expect(await read({ newest_first: true, limit: 2, offset: 1 })).toEqual(['0 1', '1 0']);
      expect(await store.count(question)).toBe(4);
      expect(await read({ site_ids: [a] })).toEqual(['0 0', '0 1']);
      expect(await read({ data_type: 'hour' })).toEqual([]);
      expect(await read({ site_ids: [] })).toEqual([]);
    });

    test('a row holds what was sent and nothing else, cut down to the factors asked for', async () => {
      nextSite();
      const span = { site_ids: [site], data_type: 'day', from: hour(-1), to: hour(1) } as const;
      await write(
        row([1, 2, 3], [1.5, null, 3], { data_type: 'day', cou: [null, 1e9, 7], flags: ['', 'T', ''] }),
      );
      await write(row([3], [4], { data_type: 'day', origin: 'r' }));
      await write(row([7], [70], { data_type: 'day', ts: hour(-1) }));
      const whole = {
        site_id: site,
        ts: '2026-11-15T08:00:00.000Z',
        fids: [1, 2, 3],
        avg: [1.5, null, 4],
        cou: [null, 1e9, 7],
        flags: ['', 'T', ''],
        origins: ['l', 'l', 'r'],
      };
      expect((await store.range(span))[1]).toEqual(whole);
      expect(await store.range({ ...span, fids: [3, 2, 9] })).toEqual([
        { ...whole, fids: [2, 3], avg: [null, 4], cou: [1e9, 7], flags: ['T', ''], origins: ['l', 'r'] },
      ]);
    });
  });
});
