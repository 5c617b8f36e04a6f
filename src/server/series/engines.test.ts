import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import { testDatabase } from '#test/helpers/database.ts';
import { type Reference, referenceStore } from '#test/helpers/reference/store.ts';
import { configFrom } from './config.ts';
import { postgresStore } from './postgres/store.ts';
import type { ReadingRow } from './store.ts';

let db: Pool;
let engine: Reference;
let reference: Reference;
let site = 0;
let trace = 0;

beforeAll(async () => {
  db = await testDatabase();
  engine = postgresStore(db);
  reference = referenceStore(configFrom(db));
});

/** Midnight of the network's 1 November, and long after all of it. */
const start = new Date('2026-10-31T16:00:00Z');
const later = new Date('2027-01-01T00:00:00Z');
const SITES = 2;
const FIDS = [1, 2, 3];

const stepMs = { realtime: 20 * MINUTE_MS, minute: 10 * MINUTE_MS, hour: HOUR_MS, day: DAY_MS };

/** A number that a column of four bytes keeps as it is; few of them, so that the same one often comes again. */
const number = fc.integer({ min: 1, max: 6 }).map((n) => n * 0.25);
const maybe = fc.option(number, { freq: 3 });
const flag = fc.constantFrom('', '', '', 'D', 'S', 'N');

interface Said {
  avg: number | null;
  min: number | null;
  cou: number | null;
  flag: string;
}
const said: fc.Arbitrary<Said> = fc.record({
  avg: fc.option(number, { freq: 6 }),
  min: maybe,
  cou: maybe,
  flag,
});

/** A row as the gateway makes it: a part that says nothing is absent. */
function toRow(
  [data_type, step, place, origin]: [ReadingRow['data_type'], number, number, ReadingRow['origin']],
  values: readonly (Said | null)[],
): ReadingRow {
  const own = values.flatMap((value, i) => (value ? { ...value, fid: FIDS[i] ?? 0 } : []));
  const part = <Part>(list: Part[], usual: Part) => (list.every((one) => one === usual) ? undefined : list);
  return {
    ...{ site_id: site + place, data_type, ts: new Date(start.getTime() + step * stepMs[data_type]), origin },
    fids: own.map(({ fid }) => fid),
    avg: own.map(({ avg }) => avg),
    min: part(
      own.map(({ min }) => min),
      null,
    ),
    cou: part(
      own.map(({ cou }) => cou),
      null,
    ),
    flags: part(
      own.map((one) => one.flag),
      '',
    ),
  } as ReadingRow;
}

type Key = [ReadingRow['data_type'], number, number, ReadingRow['origin']];
/** Few places and times, so that what comes late, twice or in pieces meets what is there. */
const key: fc.Arbitrary<Key> = fc.tuple(
  fc.constantFrom('realtime' as const, 'minute' as const, 'minute' as const, 'hour' as const, 'day' as const),
  fc.integer({ min: 0, max: 8 }),
  fc.integer({ min: 0, max: SITES - 1 }),
  fc.constantFrom('l' as const, 'l' as const, 's' as const, 'k' as const, 'm' as const, 'r' as const),
);
const sentence = fc
  .tuple(key, fc.array(fc.option(said, { freq: 3 }), { minLength: 3, maxLength: 3 }))
  .filter(([, values]) => values.some((value) => value !== null));

type Sentence = [Key, (Said | null)[]];
type Step =
  | { does: 'append' | 'trace'; rows: Sentence[]; trace: number }
  | { does: 'simulate'; from: number; place: number; value: number }
  | { does: 'undo'; trace: number; limit: number }
  | { does: 'sum' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constantFrom('append' as const, 'append' as const, 'trace' as const),
      rows: fc.array(sentence, { minLength: 1, maxLength: 6 }),
      trace: fc.integer({ min: 0, max: 1 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('simulate' as const),
      from: fc.integer({ min: 0, max: 6 }),
      place: fc.integer({ min: 0, max: SITES - 1 }),
      value: number,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('undo' as const),
      trace: fc.integer({ min: 0, max: 1 }),
      limit: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('sum' as const) }) },
);

/** Does the same to an engine, and says what it answered. */
async function doIt(store: Reference, one: Step): Promise<unknown> {
  switch (one.does) {
    case 'append':
      return store.append({ readings: one.rows.map((row) => toRow(...row)), packets: [] });
    case 'trace': {
      const readings = one.rows.map((row) => toRow(...row));
      return store.appendTraced({ trace_id: trace + one.trace, readings });
    }
    case 'simulate': {
      const made = Array.from({ length: 3 }, (_, i): Sentence => {
        const value: Said = { avg: one.value, min: null, cou: null, flag: '' };
        return [
          ['minute', one.from + i, one.place, 'v'],
          [value, value, null],
        ];
      });
      const stored = await store.simulate(
        made.map((row) => toRow(...row)),
        later,
      );
      return stored.map(({ ts }) => ts.getTime()).sort();
    }
    case 'undo':
      return store.takeBack(trace + one.trace, one.limit);
    case 'sum':
      while ((await store.rollUp(later)) > 0);
      return undefined;
  }
}

/** All that can be asked of these sites. */
async function everything(store: Reference) {
  const site_ids = Array.from({ length: SITES }, (_, i) => site + i);
  const span = { site_ids, from: new Date(start.getTime() - DAY_MS), to: later };
  const counting = new Map(site_ids.map((site_id) => [site_id, new Set(['', 'N'])]));
  const selection = { ...span, fids: FIDS, counting, circular: [], width: 7 };
  const answers: Record<string, unknown> = {};
  for (const data_type of ['realtime', 'minute', 'hour', 'day'] as const) {
    answers[`range ${data_type}`] = await store.range({ ...span, data_type });
    answers[`range of one factor ${data_type}`] = await store.range({
      ...{ ...span, data_type, fids: [2], newest_first: true, limit: 3, offset: 1 },
    });
    answers[`count ${data_type}`] = await store.count({ ...span, data_type, fids: [1] });
    answers[`parts ${data_type}`] = await store.parts({ ...span, data_type });
    answers[`latest ${data_type}`] = (await store.latest(site_ids, data_type)).map(withoutReceipt);
    const revisions = {
      site_id: site,
      fid: 1,
      data_types: [data_type],
      from: span.from,
      to: later,
      limit: 99,
    };
    answers[`revisions ${data_type}`] = (await store.revisions(revisions))
      .map(({ replaced_at: _, ...revision }) => JSON.stringify(revision))
      .sort();
  }
  const traced = { ...span, fids: [1] };
  answers.present = {
    factors: await store.factorsOf(site_ids),
    traced: await store.isTraced(['minute', 'hour'], traced),
    simulated: await store.simulatedUntil(site_ids),
    ended: await store.endedBefore([{ site_id: site, fid: 1 }], new Date(start.getTime() + HOUR_MS)),
    minutes: await store.hoursOfMinutes({ ...span, fids: [1, 2] }),
    rows: await store.countBySite({ ...span, data_type: 'minute' }),
    hours: await store.bucketStarts('hour', { ...span, fids: [3] }),
    first: await store.firstBuckets('day', site_ids, [2]),
    backlog: await store.backlog(),
  };
  answers.latest = (await store.latest(site_ids)).map(withoutReceipt);
  for (const level of ['hour', 'day', 'month'] as const) {
    answers[`buckets ${level}`] = await store.buckets({ ...span, level });
    answers[`newest ${level}`] = await store.buckets({ ...span, level, fids: [1, 3], newest_only: true });
    answers[`count ${level}`] = await store.count({ ...span, level });
  }
  for (const kind of ['realtime', 'minute', 'hour', 'day'] as const) {
    answers[`figures ${kind}`] = await store.figures({ ...selection, kind });
    answers[`course ${kind}`] = await store.course({ ...selection, kind });
  }
  const hours = await store.grid({
    ...selection,
    level: 'hour',
    doubtful: true,
    to: new Date(start.getTime() + 9 * HOUR_MS),
  });
  answers.grid = { ...hours, columns: hours.columns.map((column) => [...column]) };
  // The engines add in different orders.
  const means = await Promise.all(
    (['hour', 'day'] as const).map((level) => store.means({ ...span, level, fid: 1 })),
  );
  answers.means = means.map((row) => row.map((mean) => mean && Number(mean.toPrecision(9))));
  return answers;
}

function withoutReceipt<One extends { received_at: string }>({ received_at: _, ...latest }: One) {
  return latest;
}

test('both engines give the same answers, whatever is stored, however often and in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      site += SITES;
      trace += 2;
      await db.run(sql`
        insert into site (site_id, mn, site_name, virtual_data) overriding system value
        select n, 'MN' || n, 'MN' || n, n % 2 = 0 from generate_series(${site}::int, ${site + SITES - 1}::int) n`);
      for (const one of steps) expect(await doIt(engine, one)).toEqual(await doIt(reference, one));
      expect(await everything(engine)).toEqual(await everything(reference));
      for (const store of [engine, reference]) await doIt(store, { does: 'sum' });
      expect(await everything(engine)).toEqual(await everything(reference));
    }),
    { numRuns: 30, endOnFailure: false },
  );
}, 300_000);
