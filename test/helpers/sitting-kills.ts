import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '#server/db/embedded-fixture.ts';
import type { Pool } from '#server/db/pool.ts';
import { json, sql } from '#server/db/sql.ts';
import { signIn } from '#shared/contract/access/sign-in.ts';
import { type Sat, sittings } from '#shared/contract/learning/sittings.ts';
import { openTwo, type Server } from './server-processes.ts';

export interface SittingKillReport {
  acknowledged: number;
  /** Calls that were repeated because a server was down. */
  retried: number;
  /** Acknowledged answers that are not stored. */
  lost: string[];
  doubled: string[];
  /** Accounts whose score differs from the points of their acknowledged answers. */
  mismarked: string[];
  /** Number of different orders of questions and options. */
  orders: number;
}

/** Every tenth learner leaves without submitting, so that the server ends the exam at its time limit. */
const LEAVES_EVERY = 10;
const SIGN_IN_AT_ONCE = 8;

/** Points by question, known here independently of the server: question n gives n points. */
const worth = (nth: number) => nth;
const isRight = (nth: number, answer: string) => answer === ['A', 'B', 'C', 'D'][nth % 4];

/** A learner who switches to the other server if one does not answer. */
class Learner {
  readonly account: string;
  readonly acked = new Map<number, string>();
  sat: Sat | undefined;
  submitted = 0;
  retried = 0;
  private token = '';
  private readonly imei = randomUUID();
  private readonly addresses: readonly string[];

  constructor(account: string, addresses: readonly string[]) {
    this.account = account;
    this.addresses = addresses;
  }

  async signIn(): Promise<void> {
    const { data } = await this.ask(signIn.login.path, { account: this.account, password: 'lanjing123' });
    this.token = String((data as { access_token: string }).access_token);
  }

  /** Repeats until a server answers; any status other than 200 is not an answer. */
  async ask(path: string, body: object): Promise<{ code: number; data?: unknown; message?: string }> {
    for (let attempt = 0; ; attempt++) {
      const address = this.addresses[attempt % this.addresses.length] ?? '';
      const headers = { 'content-type': 'application/json', OperationPlatform: 'Web', IMEI: this.imei };
      const response = await fetch(address + path, {
        method: 'POST',
        headers: { ...headers, ...(this.token && { access_token: this.token }) },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(60_000),
      }).catch(() => undefined);
      const text = response?.status === 200 ? await response.text().catch(() => undefined) : undefined;
      if (text) return JSON.parse(text);
      this.retried += 1;
      await sleep(100);
    }
  }

  async sit(assessment_id: number, leaves: boolean): Promise<void> {
    const begun = await this.ask(sittings.begin.path, { assessment_id });
    const { sitting_id } = begun.data as { sitting_id: number };
    this.sat = (await this.ask(sittings.data.path, { sitting_id })).data as Sat;
    for (const { place, question_title, options } of this.sat.questions) {
      const nth = Number(question_title.split(' ')[1]);
      // Some questions are left open, some answers are wrong, and some are changed.
      if (Math.random() < 0.1) continue;
      const tries = Math.random() < 0.2 ? 2 : 1;
      for (let i = 0; i < tries; i++) {
        const { key } = options[Math.floor(Math.random() * options.length)] ?? { key: 'A' };
        const { code } = await this.ask(sittings.answer.path, { sitting_id, place, answer: [key] });
        if (code === 0) this.acked.set(nth, key);
      }
    }
    if (leaves) return;
    // 92 is the success code. A second submission is refused, also if only the answer to the first one was lost.
    const { code } = await this.ask(sittings.submit.path, { sitting_id, unanswered_ok: true });
    if (code === 92) this.submitted += 1;
    const again = await this.ask(sittings.submit.path, { sitting_id, unanswered_ok: true });
    if (again.code === 92) this.submitted += 1;
  }
}

/** Many learners sit one exam at once while one server is killed, and then the other. */
export async function sitUnderKills(options: {
  learners: number;
  questions: number;
  program: string[];
}): Promise<SittingKillReport> {
  const { db, servers, close } = await openTwo(options.program);
  try {
    const assessment_id = await makePaper(db, options.questions);
    const accounts = Array.from({ length: options.learners }, (_, i) => `sitter${i}`);
    await addPeople(db, accounts);
    const doors = servers.map(({ address }) => address);
    const people = accounts.map((account, i) => new Learner(account, i % 2 ? doors.toReversed() : doors));
    for (let at = 0; at < people.length; at += SIGN_IN_AT_ONCE)
      await Promise.all(people.slice(at, at + SIGN_IN_AT_ONCE).map((one) => one.signIn()));
    const acknowledged = () => people.reduce((sum, { acked }) => sum + acked.size, 0);
    const sitting = Promise.all(people.map((one, i) => one.sit(assessment_id, i % LEAVES_EVERY === 0)));
    const all = options.learners * options.questions;
    for (const [nth, victim] of servers.entries())
      await kill(victim, () => acknowledged() > (all * (nth + 1)) / 4);
    await sitting;
    // The time limit ends the exams of those who left.
    await db.run(sql`update sitting set ends_at = now() where state = 'sitting'`);
    const open = () => db.one(sql`select from sitting where state <> 'marked' limit 1`);
    await until(async () => (await open()) === undefined, 120);
    return { acknowledged: acknowledged(), ...(await compare(db, people)) };
  } finally {
    await close();
  }
}

async function kill(victim: Server, isTime: () => boolean): Promise<void> {
  await until(isTime, 300);
  await victim.stop('SIGKILL');
  await victim.start();
}

async function compare(db: Pool, people: readonly Learner[]) {
  const stored = await db.rows<{
    account: string;
    score: number;
    answers: Record<string, string[] | null>;
  }>(sql`
    select s.account, s.score, jsonb_object_agg(split_part(q.question ->> 'question_title', ' ', 2), q.answer) as answers
      from sitting s join sitting_question q using (sitting_id) group by s.sitting_id`);
  const submissions = await db.rows<{ entity_id: string; count: number }>(sql`
    select entity_id, count(*) as count from audit_log
     where entity = 'sitting' and before ->> 'state' = 'sitting' and after ->> 'state' = 'submitted' group by entity_id`);
  const lost: string[] = [];
  const mismarked: string[] = [];
  const doubled = submissions.filter(({ count }) => count > 1).map(({ entity_id }) => `sitting ${entity_id}`);
  for (const { account, acked, submitted } of people) {
    const rows = stored.filter((row) => row.account === account);
    const [row] = rows;
    if (rows.length !== 1 || submitted > 1) doubled.push(account);
    for (const [nth, answer] of acked)
      if (row?.answers[nth]?.join() !== answer) lost.push(`${account}: question ${nth}, ${answer}`);
    const expected = [...acked].reduce(
      (sum, [nth, answer]) => sum + (isRight(nth, answer) ? worth(nth) : 0),
      0,
    );
    if (row?.score !== expected) mismarked.push(`${account}: ${row?.score} instead of ${expected}`);
  }
  const orders = new Set(
    people.map(({ sat }) =>
      JSON.stringify(
        sat?.questions.map(({ question_title, options }) => [question_title, options.map(({ key }) => key)]),
      ),
    ),
  ).size;
  return { lost, doubled, mismarked, orders, retried: people.reduce((sum, { retried }) => sum + retried, 0) };
}

async function makePaper(db: Pool, count: number): Promise<number> {
  const rows = Array.from({ length: count }, (_, i) => ({
    nth: i + 1,
    answer: ['A', 'B', 'C', 'D'][(i + 1) % 4],
    options: ['一', '二', '三', '四'].map((text) => ({ text, picture: '' })),
  }));
  const row = await db.one<{ assessment_id: number }>(sql`
    with added as (
      insert into question (kind, question_title, options, answers, topics)
      select 'single', '题 ' || nth, options, array[answer], '{考}'
        from jsonb_to_recordset(${json(rows)}) as q (nth integer, answer text, options jsonb)
      returning question_id, split_part(question_title, ' ', 2)::integer as nth),
    paper as (insert into paper (paper_name, how) values ('sat by many', 'hand') returning paper_id),
    placed as (
      insert into paper_question (paper_id, question_id, place, score)
      select paper_id, question_id, nth, nth from added, paper returning paper_id)
    insert into assessment (assessment_name, paper_id, minutes, state)
    select 'sat by many', paper_id, 60, 'open' from paper returning assessment_id`);
  return row?.assessment_id ?? 0;
}

/** With the demo administrator's password. */
async function addPeople(db: Pool, accounts: string[]): Promise<void> {
  await db.run(sql`
    insert into user_account (account, real_name, role_id, password_hash)
    select a, a, 4, (select password_hash from user_account where account = 'admin') from unnest(${accounts}::text[]) a`);
}
