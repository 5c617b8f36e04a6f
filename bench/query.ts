import type { Db } from '#server/db/pool.ts';
import { identifier, type Sql, sql } from '#server/db/sql.ts';
import { buckets } from '#server/series/postgres/buckets.ts';
import { course } from '#server/series/postgres/course.ts';
import { FactorSets } from '#server/series/postgres/factor-sets.ts';
import { figures } from '#server/series/postgres/figures.ts';
import { count } from '#server/series/postgres/range.ts';
import { history } from '#shared/contract/history.ts';
import { signIn } from '#shared/contract/sign-in.ts';
import { countingFlags } from '#shared/domain/validity.ts';
import { openStage, type Stage } from './stage.ts';

const SITES = 50;
const FACTORS = 10;
const DAYS = 400;
/** The site whose minutes are drawn has more. */
const WIDE_FACTORS = 20;
const WIDE_DAYS = 92;
const ROUNDS = 5;
const AT_MOST = 3;
const FREE_MS = 5;

const to = new Date('2026-11-01T00:00:00+08:00');
const before = (days: number) => new Date(to.getTime() - days * 86_400_000);

interface Question {
  name: string;
  path: string;
  input: object;
  /** What the call asks the database, run against one that only listens. */
  asks(db: Db): Promise<unknown>;
}

/** Each question through the real call, beside the time that PostgreSQL reports for the bare statements of it. */
export async function benchQuery(): Promise<void> {
  const stage = await openStage({ demo: true });
  await fill(stage);
  const ask = await asker(stage);
  for (const question of await questions(stage)) {
    const statements: Sql[] = [];
    await question.asks(listening(statements));
    await ask(question);
    const [call, bare]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      bare.push(await bareMs(stage.db, statements));
      call.push(await ask(question));
    }
    const [callMs, sqlMs] = [median(call), median(bare)];
    const isFast = callMs <= Math.max(AT_MOST * sqlMs, sqlMs + FREE_MS);
    console.log(
      `${question.name}: call ${callMs.toFixed(1)} ms, SQL ${sqlMs.toFixed(1)} ms: ` +
        `${(callMs / sqlMs).toFixed(2)}× (at most ${AT_MOST}×, or ${FREE_MS} ms)`,
    );
    if (!isFast) process.exitCode = 1;
  }
}

async function questions({ db }: Stage): Promise<Question[]> {
  const sites = await db.rows<{ site_id: number }>(
    sql`select site_id from site where mn like 'QUERY%' order by site_id`,
  );
  const factors = await db.rows<{ fid: number }>(
    sql`select component_id as fid from component where derived_from is null order by 1 limit ${WIDE_FACTORS}`,
  );
  const site_ids = sites.map(({ site_id }) => site_id);
  const fids = factors.map(({ fid }) => fid);
  const counting = new Map(site_ids.map((site_id) => [site_id, countingFlags()]));
  const hours = { site_ids: site_ids.slice(0, 1), fids: fids.slice(0, 6), from: before(365), to };
  const days = { site_ids, fids: fids.slice(0, 1), from: before(365), to };
  const minutes = { site_ids: site_ids.slice(0, 1), fids, from: before(WIDE_DAYS), to };
  return [
    {
      name: 'chart: one site × 6 factors × one year of hours',
      path: history.course.path,
      input: { ...inputOf(hours), data_type: 'hour' },
      asks: (listener) => course(listener, { ...hours, kind: 'hour', counting, width: 1000 }),
    },
    {
      name: 'table: one site × 6 factors × one year of hours',
      path: history.table.path,
      input: { ...inputOf(hours), data_type: 'hour', page_size: 10_000 },
      asks: async (listener) => {
        const asked = { ...hours, level: 'hour' as const, newest_first: true, limit: 10_000 };
        await buckets(listener, new FactorSets(listener), asked);
        await count(listener, asked);
      },
    },
    {
      name: 'chart: 50 sites × one factor × one year of days',
      path: history.course.path,
      input: { ...inputOf(days), data_type: 'day' },
      asks: (listener) => course(listener, { ...days, kind: 'day', counting, width: 1000 }),
    },
    {
      name: 'figures: 50 sites × one factor × one year of days',
      path: history.figures.path,
      input: { ...inputOf(days), data_type: 'day' },
      asks: (listener) => figures(listener, { ...days, kind: 'day', counting, circular: [] }),
    },
    {
      name: 'chart: one site × 20 factors × three months of minutes',
      path: history.course.path,
      input: { ...inputOf(minutes), data_type: 'minute' },
      asks: (listener) => course(listener, { ...minutes, kind: 'minute', counting, width: 1000 }),
    },
  ];
}

function inputOf({ site_ids, fids, from, to }: { site_ids: number[]; fids: number[]; from: Date; to: Date }) {
  return { site_ids, component_ids: fids, from: from.toISOString(), to: to.toISOString() };
}

/** Keeps what it is asked and answers nothing. */
function listening(statements: Sql[]): Db {
  const keep =
    <Answer>(answer: Answer) =>
    async (statement: Sql) => {
      statements.push(statement);
      return answer;
    };
  return {
    rows: keep([]),
    one: keep(undefined),
    run: keep(0),
    stream: () => {
      throw new Error('no question of this bench is streamed');
    },
    tx: () => Promise.reject(new Error('no question of this bench writes')),
  };
}

async function bareMs(db: Db, statements: readonly Sql[]): Promise<number> {
  let all = 0;
  for (const statement of statements) {
    const row = await db.one<{ 'QUERY PLAN': [{ 'Planning Time': number; 'Execution Time': number }] }>(
      sql`explain (analyze, timing off, serialize text, format json) ${statement}`,
    );
    const [plan] = row?.['QUERY PLAN'] ?? [];
    all += (plan?.['Planning Time'] ?? 0) + (plan?.['Execution Time'] ?? 0);
  }
  return all;
}

async function asker({ webPort }: Stage): Promise<(question: Question) => Promise<number>> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    OperationPlatform: 'Web',
    IMEI: 'bench',
  };
  const send = async (path: string, input: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${webPort}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(input),
    });
    const text = await response.text();
    if (!text.startsWith('{"code":0,')) throw new Error(`${path}: ${text.slice(0, 200)}`);
    return text;
  };
  const answer = await send(signIn.login.path, { account: 'admin', password: 'lanjing123' });
  const { data } = JSON.parse(String(answer)) as { data: { access_token: string } };
  headers.access_token = data.access_token;
  return async ({ path, input }) => {
    const start = performance.now();
    await send(path, input);
    return performance.now() - start;
  };
}

/** Hours of all sites with their days, minutes of the last three days, and of one site of three months. */
async function fill({ db }: Stage): Promise<void> {
  await db.run(sql`
    insert into site (mn, site_name, agreement_id)
    select 'QUERY' || n, '站点' || n, (select min(agreement_id) from agreement) from generate_series(1, ${SITES}) n`);
  const parts = [
    { table: 'rollup_hour', step: '1 hour', days: DAYS, factors: FACTORS, only: sql`true` },
    { table: 'rollup_day', step: '1 day', days: DAYS, factors: FACTORS, only: sql`true` },
    { table: 'reading_minute', step: '1 minute', days: 3, factors: FACTORS, only: sql`mn <> 'QUERY1'` },
    {
      table: 'reading_minute',
      step: '1 minute',
      days: WIDE_DAYS,
      factors: WIDE_FACTORS,
      only: sql`mn = 'QUERY1'`,
    },
  ];
  for (const { table, step, days, factors, only } of parts) {
    for (let month = before(days + 31); month < to; month = new Date(month.getTime() + 28 * 86_400_000)) {
      const name = `${table}_${month.toISOString().slice(0, 7).replace('-', '_')}_bench`;
      await db.run(sql`
        call make_partition(${table}, ${name}, date_trunc('month', ${month}::timestamptz, 'UTC'),
          date_trunc('month', ${month}::timestamptz, 'UTC') + interval '1 month')`);
    }
    const isRollup = table.startsWith('rollup');
    const origins = isRollup ? sql`, origins` : sql``;
    const devices = isRollup ? sql`, repeat('d', ${factors})` : sql``;
    await db.run(sql`
      with factors as (
        select factor_set_of(array_agg(component_id order by component_id)) as set_id
          from (select component_id from component where derived_from is null order by 1 limit ${factors}) c
      ), shapes as (
        select k, array_agg((random() * 100)::numeric(5, 1)::real) as avg
          from generate_series(0, 99) k, generate_series(1, ${factors}) group by k
      )
      insert into ${identifier(table)} (ts, site_id, set_id, avg${origins})
      select ts, site_id, set_id, avg${devices}
        from factors, site,
             generate_series(${before(days)}::timestamptz, ${to}::timestamptz - interval '1 second', ${step}::interval) ts
        join shapes on shapes.k = extract(epoch from ts)::bigint / 60 % 97
       where mn like 'QUERY%' and ${only}`);
    await db.run(sql`vacuum analyze ${identifier(table)}`);
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
