import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { testDatabase } from '#test/helpers/database.ts';
import { engines } from '#test/helpers/engines.ts';
import type { Reference } from '#test/helpers/reference/store.ts';
import type { ReadingRow } from './store.ts';

describe.each(engines)('on the %s engine', (_name, open) => {
  let store: Reference;
  /** Three that measure, and one with virtual data. */
  let [one, two, three, virtual] = [0, 0, 0, 0];

  const at = (time: string) => new Date(`2026-11-${time}Z`);
  const row = (
    site_id: number,
    data_type: ReadingRow['data_type'],
    time: string,
    fids: number[],
    origin: ReadingRow['origin'] = 'l',
  ): ReadingRow => ({ site_id, data_type, ts: at(time), fids, avg: fids.map(() => 1), origin });
  const write = (...readings: ReadingRow[]) => store.append({ readings, packets: [] });
  const NOW = at('20T00:00:00');
  const sumAll = async () => {
    while ((await store.rollUp(NOW)) > 0);
  };

  beforeAll(async () => {
    const db = await testDatabase();
    store = open(db);
    const sites = await db.rows<{ site_id: number }>(sql`
    insert into site (mn, site_name, virtual_data)
    values ('MN1', '一站', false), ('MN2', '二站', false), ('MN3', '三站', false), ('MN4', '四站', true)
    returning site_id`);
    [one, two, three, virtual] = sites.map(({ site_id }) => site_id) as [number, number, number, number];
    await write(
      row(one, 'hour', '15T08:00:00', [1, 2]),
      row(one, 'hour', '15T10:00:00', [2, 5]),
      row(two, 'hour', '16T08:00:00', [1]),
    );
    await sumAll();
  });

  describe('factors', () => {
    test('of sites are those that came or were simulated, each once', async () => {
      await store.simulate([row(virtual, 'minute', '15T08:00:00', [1, 7], 'v')], NOW);
      expect(await store.factorsOf([one, virtual])).toEqual([1, 2, 5, 7]);
      expect(await store.factorsOf([two])).toEqual([1]);
      expect(await store.factorsOf([three])).toEqual([]);
    });

    test('that were never stored are known not to be', async () => {
      expect(await store.mayHold([5, 300])).toBe(true);
      expect(await store.mayHold([300])).toBe(false);
    });

    test('that a site once sent and no longer sends are found by when they ended', async () => {
      const pairs = [
        { site_id: one, fid: 1 },
        { site_id: two, fid: 2 },
        { site_id: three, fid: 1 },
      ];
      expect([...(await store.endedBefore(pairs, at('15T08:00:00')))]).toEqual([]);
      expect([...(await store.endedBefore(pairs, at('15T08:00:01')))]).toEqual([one]);
      // Of its factor 2 there is a later value.
      expect([...(await store.endedBefore([{ site_id: one, fid: 2 }], at('15T10:00:00')))]).toEqual([]);
    });
  });

  describe('buckets', () => {
    test('begin where the first holds one of the factors', async () => {
      const firsts = (...fids: number[]) => store.firstBuckets('hour', [one, two, three], fids);
      expect(await firsts(1)).toEqual(
        new Map([
          [one, '2026-11-15T08:00:00.000Z'],
          [two, '2026-11-16T08:00:00.000Z'],
        ]),
      );
      expect(await firsts(5, 300)).toEqual(new Map([[one, '2026-11-15T10:00:00.000Z']]));
      expect(await store.firstBuckets('day', [two], [1])).toEqual(
        new Map([[two, '2026-11-15T16:00:00.000Z']]),
      );
    });

    test('are listed by time and site without what they say', async () => {
      const span = { site_ids: [two, one], from: at('15T00:00:00'), to: at('16T08:00:01') };
      expect(await store.bucketStarts('hour', span)).toEqual([
        { site_id: one, ts: '2026-11-15T08:00:00.000Z' },
        { site_id: one, ts: '2026-11-15T10:00:00.000Z' },
        { site_id: two, ts: '2026-11-16T08:00:00.000Z' },
      ]);
      const narrow = { ...span, fids: [5], to: at('16T08:00:00') };
      expect(await store.bucketStarts('hour', narrow)).toEqual([
        { site_id: one, ts: '2026-11-15T10:00:00.000Z' },
      ]);
    });

    test('that are to be summed are counted until they are', async () => {
      await sumAll();
      expect(await store.backlog()).toBe(0);
      await write(row(three, 'hour', '17T08:00:00', [9]), row(three, 'hour', '17T09:00:00', [9]));
      expect(await store.backlog()).toBe(2);
      await sumAll();
      expect(await store.backlog()).toBe(0);
    });

    test('of an hour under way are not due', async () => {
      await sumAll();
      await write(row(three, 'hour', '16T08:00:00', [9]), row(three, 'day', '16T16:00:00', [9]));
      expect(await store.backlog(at('16T08:59:59'))).toBe(1);
      expect(await store.backlog(at('16T09:00:00'))).toBe(2);
    });
  });

  test('periods of which something was measured are told from those that were simulated', async () => {
    await write(row(virtual, 'minute', '18T08:01:00', [1]));
    await store.simulate([row(virtual, 'minute', '18T08:00:00', [1], 'v')], NOW);
    const minutes = ['00', '01', '01', '02'].map((minute) => ({
      site_id: virtual,
      ts: at(`18T08:${minute}:00`),
    }));
    expect(await store.measuredPeriods('minute', minutes)).toEqual([
      { site_id: virtual, ts: '2026-11-18T08:01:00.000Z' },
    ]);
    expect(await store.measuredPeriods('hour', minutes)).toEqual([]);
  });

  test('hours tell of which of the factors they have minutes', async () => {
    await write(
      row(three, 'minute', '15T08:01:00', [1]),
      row(three, 'minute', '15T08:59:00', [2, 3]),
      row(three, 'minute', '15T09:00:00', [3]),
      row(three, 'minute', '15T10:00:00', [1]),
    );
    const span = { site_ids: [three], fids: [1, 2], from: at('15T08:00:00'), to: at('15T10:00:00') };
    expect(await store.hoursOfMinutes(span)).toEqual([
      { site_id: three, ts: '2026-11-15T08:00:00.000Z', fids: [1, 2] },
    ]);
  });

  test('values of a trace are known until they are taken back', async () => {
    const readings = [row(three, 'hour', '18T08:00:00', [1])];
    await store.appendTraced({ trace_id: 77, readings });
    const asked = { site_ids: [three], fids: [1, 2], from: at('18T08:00:00'), to: at('18T09:00:00') };
    expect(await store.isTraced(['hour'], asked)).toBe(true);
    expect(await store.isTraced(['minute'], asked)).toBe(false);
    expect(await store.isTraced(['hour'], { ...asked, fids: [2] })).toBe(false);
    expect(await store.isTraced(['hour'], { ...asked, from: at('18T08:00:01') })).toBe(false);
    while (!(await store.takeBack(77, 10)).done);
    expect(await store.isTraced(['hour'], asked)).toBe(false);
  });

  test('rows are counted site by site', async () => {
    const asked = { data_type: 'hour', from: at('15T08:00:00'), to: at('15T10:00:00') } as const;
    expect(await store.countBySite({ ...asked, site_ids: [one, two] })).toEqual(new Map([[one, 1]]));
    const longer = { ...asked, to: at('17T00:00:00'), site_ids: [one, two] };
    expect(await store.countBySite(longer)).toEqual(
      new Map([
        [one, 2],
        [two, 1],
      ]),
    );
  });

  test('how far a site was simulated is told also where something was measured', async () => {
    await write(row(virtual, 'minute', '19T08:01:00', [1]));
    const minutes = ['19T08:00:00', '19T08:01:00'].map((time) => row(virtual, 'minute', time, [1], 'v'));
    await store.simulate(minutes, NOW);
    expect(await store.simulatedUntil([one, virtual])).toEqual(
      new Map([[virtual, '2026-11-19T08:01:00.000Z']]),
    );
  });
});
