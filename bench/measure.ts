import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { Db } from '#server/db/pool.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { signIn } from '#shared/contract/access/sign-in.ts';
import type { Ask } from './query-others.ts';
import type { Stage } from './stage.ts';

/** Warm-up of a server that has just started: so many rounds or milliseconds, whichever ends first. */
const WARM = 100;
const WARM_MS = 2000;
const ROUNDS = 21;

export function tell(
  name: string,
  ms: number,
  what: string,
  besideMs: number,
  besideWhat: string,
  bound: string,
  isFast: boolean,
): void {
  const figure = (value: number, of: string) => `${value.toFixed(1).padStart(7)} ms ${of.padEnd(8)}`;
  const ratio = `${(ms / besideMs).toFixed(2).padStart(6)}×`;
  console.log(
    `${name.padEnd(72)} ${figure(ms, what)} ${figure(besideMs, besideWhat)} ${ratio} (${bound})${isFast ? '' : ' BROKEN'}`,
  );
  if (!isFast) process.exitCode = 1;
}

type Measure = () => Promise<number>;

/** Medians of both in milliseconds, measured alternately, so that noise affects both alike. */
export async function beside(one: Measure, other: Measure): Promise<[number, number]> {
  const [ones, others]: [number[], number[]] = [[], []];
  const began = performance.now();
  for (let round = 0; round < WARM && performance.now() - began < WARM_MS; round++) {
    await one();
    await other();
  }
  for (let round = 0; round < ROUNDS; round++) {
    ones.push(await one());
    others.push(await other());
  }
  return [median(ones), median(others)];
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** Planning and execution time reported by PostgreSQL, including serialisation of the result. */
export async function executionMs(db: Db, statements: readonly Sql[]): Promise<number> {
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

/** Signs in; returned calls resolve to the milliseconds until the answer is complete. */
export async function asker({ webPort }: Stage, account = 'admin'): Promise<Ask> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    OperationPlatform: 'Web',
    IMEI: `bench-${account}`,
  };
  // Plain requests on one connection: the overhead of `fetch` is as long as a short query.
  const agent = new Agent({ keepAlive: true, maxSockets: account === 'admin' ? 1 : 10 });
  const send = async (path: string, input: object): Promise<string> => {
    const asked = request({ host: '127.0.0.1', port: webPort, path, method: 'POST', headers, agent });
    asked.end(JSON.stringify(input));
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const text = Buffer.concat(await response.toArray()).toString();
    // A slow answer starts with spaces, which prevent a proxy timeout.
    if (!text.trimStart().startsWith('{"code":0,')) throw new Error(`${path}: ${text.slice(0, 200)}`);
    return text;
  };
  const answer = await send(signIn.login.path, { account, password: 'lanjing123' });
  const { data } = JSON.parse(answer) as { data: { access_token: string } };
  headers.access_token = data.access_token;
  return async ({ path, input }) => {
    const start = performance.now();
    await send(path, input);
    return performance.now() - start;
  };
}

/** A call may take this many times as long as the bare statements, or this many milliseconds. */
const AT_MOST = 3;
const FREE_MS = 5;

/** Each query through its call, compared with the time that PostgreSQL reports for the bare statements. */
export async function besideSql<Question extends { name: string; bare: readonly Sql[] }>(
  db: Db,
  ask: (question: Question) => Promise<number>,
  questions: readonly Question[],
): Promise<void> {
  for (const question of questions) {
    const [callMs, sqlMs] = await beside(
      () => ask(question),
      () => executionMs(db, question.bare),
    );
    const isFast = callMs <= Math.max(AT_MOST * sqlMs, FREE_MS);
    tell(question.name, callMs, 'call', sqlMs, 'SQL', `at most ${AT_MOST}×, or ${FREE_MS} ms`, isFast);
  }
}
