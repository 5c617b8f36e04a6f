import pino from 'pino';
import { beforeAll, expect, test } from 'vitest';
import type { DataType } from '#protocol/commands.ts';
import type { Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { seedSites } from '#server/features/site-config/seed.ts';
import { configFrom } from '#server/series/config.ts';
import type { ReadingRow } from '#server/series/store.ts';
import { testDatabase } from '#test/helpers/database.ts';
import { type Reference, referenceStore } from '#test/helpers/reference/store.ts';
import { Evaluator } from './evaluate.ts';
import { readSetup } from './setup.ts';

/**
 * Property test: values that arrive late, twice, out of order, with restarts in between and first with another value
 * must leave the same alarm log as the same values in order.
 */

const CASES = Number(process.env.CASES ?? 12);
const SEED = Number(process.env.SEED ?? 1);
const NOW = new Date('2026-11-15T12:00:00Z');

let db: Pool;
let series: Reference;
let fids: number[] = [];
let now = NOW;
const app = () => ({ pool: db, series, now: () => now, log: pino({ level: 'silent' }) });

beforeAll(async () => {
  db = await testDatabase();
  await seedSites(db);
  series = referenceStore(configFrom(db));
  const rows = await db.rows<{ id: number }>(
    sql`select component_id as id from component where component_key in ('pm25', 'pm10') order by 1`,
  );
  fids = rows.map(({ id }) => id);
});

function randomOf(seed: number) {
  let state = seed * 7919 + 12345;
  return (below: number) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}
type Random = ReturnType<typeof randomOf>;

const steps: Record<'hour' | 'minute' | 'realtime', number> = {
  hour: 3_600_000,
  minute: 60_000,
  realtime: 60_000,
};

interface Case {
  rule: Record<string, number | string | null>;
  data_type: 'hour' | 'minute' | 'realtime';
  final: { at: Date; values: (number | null)[]; flags: string[] }[];
}

function caseOf(random: Random): Case {
  const data_type = (['hour', 'hour', 'minute', 'realtime'] as const)[random(4)] ?? 'hour';
  const step = steps[data_type];
  const length = 5 + random(random(4) === 0 ? 150 : 30);
  const calm = random(3);
  const end = data_type === 'hour' ? NOW.getTime() - 3_600_000 : NOW.getTime() - 60_000;
  const walk = [random(12), random(12)];
  const final = Array.from({ length }, (_, i) => {
    const values = walk.map((_, f) => {
      walk[f] = Math.max(0, Math.min(12, (walk[f] ?? 0) + (random(3) < calm ? 0 : random(7) - 3)));
      return random(12) === 0 ? null : (walk[f] ?? 0);
    });
    const flags = values.map(() => (random(12) === 0 ? 'D' : ''));
    return { at: new Date(end - (length - 1 - i) * step), values, flags };
  }).filter(() => random(10) > 0);
  return {
    data_type,
    final,
    rule: {
      ...{ high_warning: random(3) ? 7 : null, high_alarm: 9, low_warning: random(2) ? 3 : null },
      ...{
        raise_after: 1 + random(random(5) === 0 ? 60 : 3),
        clear_after: 1 + random(random(5) === 0 ? 30 : 3),
        deadband: random(3),
      },
    },
  };
}

async function siteOf({ rule, data_type }: Case, name: string): Promise<number> {
  const site = await db.one<{ site_id: number }>(
    sql`insert into site (mn, site_name) values (${name}, ${name}) returning site_id`,
  );
  await db.run(sql`
    insert into alarm_rule (scope, site_id, component_id, data_type, high_warning, high_alarm, low_warning, raise_after,
                            clear_after, deadband)
    select 'site', ${site?.site_id ?? 0}, fid, ${data_type}, ${rule.high_warning ?? null}, ${rule.high_alarm ?? null},
           ${rule.low_warning ?? null}, ${rule.raise_after ?? 1}, ${rule.clear_after ?? 1}, ${rule.deadband ?? 0}
      from unnest(${fids}::smallint[]) fid`);
  // In the time of the test clock.
  await db.run(sql`update alarm_rule_version set made_at = '2026-01-01'`);
  return site?.site_id ?? 0;
}

function rowOf(
  site_id: number,
  data_type: DataType,
  { at, values, flags }: Case['final'][number],
  origin: ReadingRow['origin'] = 'l',
): ReadingRow {
  return { site_id, data_type, ts: at, fids, avg: values, flags, origin };
}

async function store(readings: ReadingRow[]): Promise<void> {
  await series.append({ readings, packets: [] });
  while ((await series.rollUp(now)) > 0);
}

async function judge(evaluator: Evaluator): Promise<void> {
  while ((await evaluator.step()) > 0);
}

/** Delivers the rows in random order, in batches of random size; some values are wrong at first. */
async function deliver(site_id: number, { data_type, final }: Case, random: Random): Promise<string> {
  const log: string[] = [];
  const kept = final.map((row) => ({
    row,
    key: row.at.getTime() + (random(6) === 0 ? random(final.length) * steps[data_type] : 0),
  }));
  const order = kept.toSorted((a, b) => a.key - b.key).map(({ row }) => row);
  const later: Case['final'] = [];
  let evaluator = new Evaluator(app(), await readSetup(db));
  for (let i = 0; i < order.length; ) {
    const size = 1 + (random(3) === 0 ? random(6) : 0);
    const batch = order.slice(i, i + size).map((row) => {
      if (random(8) !== 0) return rowOf(site_id, data_type, row);
      later.push(row);
      return rowOf(site_id, data_type, {
        ...row,
        values: row.values.map((value) => (value === null ? null : random(13))),
      });
    });
    i += size;
    log.push(batch.map(({ ts, avg }) => `${ts.toISOString().slice(5, 16)}=${avg}`).join(' '));
    await store(batch);
    now = new Date(now.getTime() + 40_000);
    if (random(4) > 0) await judge(evaluator);
    if (random(6) === 0) evaluator = new Evaluator(app(), await readSetup(db));
    if (later.length > 0 && random(4) === 0)
      await store(later.splice(0).map((row) => rowOf(site_id, data_type, row, 'r')));
  }
  await store(later.map((row) => rowOf(site_id, data_type, row, 'r')));
  await judge(evaluator);
  return log.join('\n');
}

const episodes = (site_id: number) =>
  db.rows(sql`
    select kind, component_id, side, level, from_at, raised_at, ended_at, end_reason,
           case when kind = 'over_standard' then peak end as peak, case when ended_at is not null then values_count end as n
      from alarm where site_id = ${site_id} and end_reason is distinct from 'corrected'
     order by kind, component_id, side, from_at, raised_at`);

test(`${CASES} random rows of values leave the same log in whatever order they come`, {
  timeout: 3_000_000,
}, async () => {
  for (let n = SEED; n < SEED + CASES; n++) {
    const random = randomOf(n);
    const one = caseOf(random);
    now = NOW;
    const [late, ordered] = [
      await siteOf(one, `late ${n} ${Math.random()}`),
      await siteOf(one, `ordered ${n} ${Math.random()}`),
    ];
    const log = await deliver(late, one, random);
    now = new Date(NOW.getTime() + 3_600_000);
    await store(one.final.map((row) => rowOf(ordered, one.data_type, row)));
    await judge(new Evaluator(app(), await readSetup(db)));
    const context = { case: n, one: JSON.stringify(one), log };
    expect({ ...context, episodes: await episodes(late) }).toEqual({
      ...context,
      episodes: await episodes(ordered),
    });
  }
});
