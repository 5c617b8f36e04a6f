import type { App } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { type Repeated, repeat } from '#server/jobs/repeat.ts';
import type { TemplateEvent } from '#shared/domain/alarm-template.ts';
import {
  type DueEvent,
  dueGroups,
  holdBack,
  planSteps,
  type ReadyGroup,
  readRules,
  settle,
} from './tell-due.ts';
import { isReady, isStorm } from './tell-gather.ts';
import { type Telling, tellingsOf } from './tell-targets.ts';
import { type AlarmFacts, factsOf, readWording, type Wording, wordAlarms } from './tell-words.ts';

const EVERY_MS = 1000;

type Teller = Pick<App, 'pool' | 'now' | 'settings'>;

/** Notifies people of alarms. One server does it at a time; if two overlap, they take turns. */
export function startTelling(app: Teller & Pick<App, 'log'>): Repeated {
  return repeat(EVERY_MS, () => tellDue(app), app.log, 'could not tell of alarms');
}

/** This order ensures that people who are notified of a recovery were notified of the alarm first. */
const ORDER: readonly DueEvent[] = ['raised', 'worsened', 'escalated', 'reminder', 'recovered'];

/**
 * Creates the messages that are due. Steps become due notifications and those become messages, each in the transaction
 * that removes its source: after an interruption nothing is lost or sent twice.
 */
export async function tellDue(app: Teller): Promise<void> {
  const now = app.now();
  const isDue = await app.pool.one(sql`
    select 1 where exists (select from alarm_step where tell) or exists (select from alarm_due where due_at <= ${now})`);
  if (!isDue) return;
  await app.pool.tx({}, async (db) => {
    await db.run(sql`select pg_advisory_xact_lock(hashtext('alarm telling'))`);
    await planSteps(db);
    const rules = await readRules(db);
    await holdBack(db, now, rules);
    const groups = await dueGroups(db, now, rules);
    const ready = groups.filter((group) => isReady(group, groups, now.getTime(), rules));
    if (ready.length === 0) return;
    const wording = await readWording(db, now);
    for (const event of ORDER) {
      const ofEvent = ready.filter((group) => group.event === event);
      const storms = new Set(ofEvent.filter((group) => isStorm(group, rules)));
      if (ofEvent.length > 0) await tellEvent(app, db, wording, event, ofEvent, storms);
    }
  });
}

async function tellEvent(
  app: Teller,
  db: Db,
  wording: Wording,
  event: DueEvent,
  groups: readonly ReadyGroup[],
  storms: ReadonlySet<ReadyGroup>,
): Promise<void> {
  const due_ids = groups.flatMap((group) => group.due_ids);
  const ofDue = await db.rows<{ due_id: number; alarm_id: number }>(
    sql`select due_id, alarm_id from alarm_due where due_id = any(${due_ids})`,
  );
  const alarmOf = new Map(ofDue.map(({ due_id, alarm_id }) => [due_id, alarm_id]));
  const stormOf = new Map<number, ReadyGroup>();
  for (const storm of storms)
    for (const due_id of storm.due_ids) stormOf.set(alarmOf.get(due_id) ?? 0, storm);
  const tellings = await tellingsOf(app, db, event, due_ids);
  const facts = await factsOf(db, [...new Set(alarmOf.values())]);
  await storeMessages(db, wording, event, messagesOf(tellings, facts, stormOf));
  if (event === 'raised') await joinStorms(db, stormOf);
  if (event === 'escalated') await noteEscalation(db, due_ids, wording.now);
  await settle(db, due_ids, wording.now);
}

interface AlarmMessage extends Omit<Telling, 'alarm_ids'> {
  alarms: AlarmFacts[];
}

/** One message per alarm; for a storm one per recipient. */
function messagesOf(
  tellings: readonly Telling[],
  facts: ReadonlyMap<number, AlarmFacts>,
  stormOf: ReadonlyMap<number, ReadyGroup>,
): AlarmMessage[] {
  return tellings.flatMap(({ alarm_ids, ...to }) => {
    const grouped = new Map<unknown, AlarmFacts[]>();
    for (const alarm_id of alarm_ids) {
      const known = facts.get(alarm_id);
      const key = stormOf.get(alarm_id) ?? alarm_id;
      if (known) grouped.set(key, [...(grouped.get(key) ?? []), known]);
    }
    return [...grouped.values()].map((alarms) => ({ ...to, alarms }));
  });
}

const templateOf: Record<DueEvent, readonly [one: TemplateEvent, storm: TemplateEvent]> = {
  raised: ['raised', 'storm'],
  worsened: ['worsened', 'storm'],
  escalated: ['escalated', 'storm_escalated'],
  reminder: ['escalated', 'storm_escalated'],
  recovered: ['recovered', 'storm_recovered'],
};

async function storeMessages(
  db: Db,
  wording: Wording,
  event: DueEvent,
  messages: readonly AlarmMessage[],
): Promise<void> {
  if (messages.length === 0) return;
  const { now } = wording;
  // IDs are drawn in advance, so that messages and recipients are stored in one statement.
  const ids = await db.rows<{ id: number }>(sql`
    select nextval(pg_get_serial_sequence('message', 'message_id')) as id from generate_series(1, ${messages.length})`);
  const worded = new Map<string, ReturnType<typeof wordAlarms>>();
  const rows = messages.map(({ channel, recipient, user_id, robot_id, target, alarms }, place) => {
    const template = templateOf[event][alarms.length > 1 ? 1 : 0];
    // Many recipients get the same text.
    const same = `${alarms.length} ${alarms.map(({ alarm_id }) => alarm_id).join()}`;
    const text = worded.get(same) ?? wordAlarms(wording, template, alarms);
    worded.set(same, text);
    return {
      ...{ id: ids[place]?.id ?? 0, channel, recipient, user_id, target, alarms, subject: text.subject },
      // A text message is the subject alone.
      body: channel === 'sms' ? text.subject : text.body,
      details: detailsOf(channel, robot_id, event, alarms, text),
    };
  });
  const column = <Key extends keyof (typeof rows)[number]>(key: Key) => rows.map((row) => row[key]);
  await db.run(sql`
    insert into message (message_id, channel, recipient, user_id, kind, subject, body, details, state, created_at,
                         next_at, sent_at)
    overriding system value
    select m.message_id, m.channel, m.recipient, m.user_id, 'alarm', m.subject, m.body, m.details,
           case when m.channel = 'in_app' then 'sent' else 'queued' end, ${now}, ${now},
           case when m.channel = 'in_app' then ${now}::timestamptz end
      from unnest(${column('id')}::bigint[], ${column('channel')}::text[], ${column('recipient')}::text[],
                  ${column('user_id')}::integer[], ${column('subject')}::text[], ${column('body')}::text[],
                  ${rows.map(({ details }) => JSON.stringify(details))}::jsonb[])
             as m (message_id, channel, recipient, user_id, subject, body, details)
     order by m.message_id`);
  const told = rows.flatMap(({ id, target, alarms }) =>
    alarms.map(({ alarm_id }) => ({ id, target, alarm_id })),
  );
  await db.run(sql`
    insert into alarm_told (message_id, alarm_id, target, event, level)
    select t.message_id, t.alarm_id, t.target, ${event}, a.level
      from unnest(${told.map(({ id }) => id)}::bigint[], ${told.map(({ alarm_id }) => alarm_id)}::bigint[],
                  ${told.map(({ target }) => target)}::text[]) as t (message_id, alarm_id, target)
      join alarm a using (alarm_id)`);
}

function detailsOf(
  channel: string,
  robot_id: number | null,
  event: DueEvent,
  alarms: readonly AlarmFacts[],
  { said }: ReturnType<typeof wordAlarms>,
): object {
  if (channel === 'webhook') return forMachines(event, alarms);
  const [first] = alarms;
  if (channel === 'in_app' && first) return { said, path: `/alarmdatas/log?alarm=${first.alarm_id}` };
  return robot_id === null ? {} : { robot_id: String(robot_id) };
}

/** Structured fields for programs, so that they need not parse the text. */
function forMachines(event: DueEvent, alarms: readonly AlarmFacts[]): Record<string, string> {
  const [first] = alarms;
  if (!first) return {};
  const isOne = alarms.length === 1;
  return {
    ...{ event, kind: first.kind, level: first.level, count: String(alarms.length), from: first.from_at },
    ...{ alarm_ids: alarms.map(({ alarm_id }) => alarm_id).join() },
    ...(isOne && { mn: first.mn ?? '', site: first.site_name ?? '' }),
  };
}

/** The storm is named after the first of its alarms. */
async function joinStorms(db: Db, stormOf: ReadonlyMap<number, ReadyGroup>): Promise<void> {
  if (stormOf.size === 0) return;
  const firsts = new Map<ReadyGroup, number>();
  for (const [alarm_id, storm] of stormOf)
    firsts.set(storm, Math.min(alarm_id, firsts.get(storm) ?? alarm_id));
  const members = [...stormOf].map(([alarm_id, storm]) => ({
    alarm_id,
    storm_id: firsts.get(storm) ?? alarm_id,
  }));
  await db.run(sql`
    update alarm a set storm_id = m.storm_id
      from unnest(${members.map(({ alarm_id }) => alarm_id)}::bigint[],
                  ${members.map(({ storm_id }) => storm_id)}::bigint[]) as m (alarm_id, storm_id)
     where a.alarm_id = m.alarm_id`);
}

async function noteEscalation(db: Db, due_ids: readonly number[], now: Date): Promise<void> {
  await db.run(sql`
    insert into alarm_step (alarm_id, at, did, level, note)
    select d.alarm_id, ${now}, 'escalated', a.level, r.route_name
      from alarm_due d join alarm a using (alarm_id) join alarm_route r using (route_id)
     where d.due_id = any(${[...due_ids]})
     order by d.due_id`);
}
