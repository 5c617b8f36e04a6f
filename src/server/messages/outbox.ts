import { randomUUID } from 'node:crypto';
import type { App } from '#server/app.ts';
import type { Changes } from '#server/db/listen.ts';
import type { Db } from '#server/db/pool.ts';
import { json, sql } from '#server/db/sql.ts';
import { type Repeated, repeat } from '#server/jobs/repeat.ts';
import { decrypt, encrypt } from '#server/settings/cipher.ts';
import type { Settings } from '#server/settings/defaults.ts';
import type { MessageKind } from '#shared/contract/platform/messages.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import { sendReason } from '#shared/send-reasons.ts';
import { asLongAgainMs, backoffMs } from './backoff.ts';
import { type Lane, lanes, NotNow, type Outgoing, ServiceAway } from './provider.ts';
import { providerOf } from './providers.ts';

const EVERY_MS = 2000;
const AT_ONCE = 5;
/** Longer than an attempt takes while a user waits. */
const WAIT_MS = 120_000;
/** A message belongs to its server until its lease expires; then another server tries it again. */
const LEASE_SECONDS = 15;
const RENEW_MS = 5000;
const STALE_MS = 7 * DAY_MS;

/** By the database's clock, which all servers share. */
const isFree = sql`(lease_until is null or lease_until < now())`;

const columns = sql`m.message_id, m.channel, m.recipient, m.kind, m.subject, m.body, m.details, m.tries, m.max_tries,
  m.created_at`;
type Claimed = Outgoing & { tries: number; max_tries: number; created_at: string };

export interface Urgent {
  channel: Lane;
  recipient: string;
  kind: MessageKind;
  subject: string;
  body: string;
  details?: Record<string, string>;
}

/**
 * Sends while the user waits, with one attempt only, because later the message would be useless. Rejects with the
 * reason if it fails.
 */
export async function sendNow(app: App, message: Urgent): Promise<{ provider: string }> {
  const { channel, recipient, kind, subject, body, details = {} } = message;
  const now = app.now();
  const claimed = await app.pool.one<Claimed>(sql`
    insert into message as m (channel, recipient, kind, subject, body, details, tries, max_tries, created_at, next_at)
    values (${channel}, ${recipient}, ${kind}, ${subject}, ${body}, ${json(details)}, 1, 1, ${now},
            ${later(now, WAIT_MS)})
    returning ${columns}`);
  if (!claimed) throw new Error('a message was not stored');
  return attempt(app, claimed);
}

/** Records why it is not sent, without its code. */
export async function keepUnsent({ pool, now }: App, message: Urgent, reason: string): Promise<void> {
  const { channel, recipient, kind, subject, body, details = {} } = message;
  await pool.run(sql`
    insert into message (channel, recipient, kind, subject, body, state, error, max_tries, created_at, next_at)
    values (${channel}, ${recipient}, ${kind}, ${subject}, ${withoutCode({ kind, body, details })}, 'failed', ${reason},
            1, ${now()}, ${now()})`);
}

/**
 * One statement decides which server sends what. While a service is unavailable only one message at a time is tried,
 * each time a different one, so that no message blocks the others.
 */
function claim(db: Db, holder: string, lane: Lane, now: Date, most: number): Promise<Claimed[]> {
  return db.rows<Claimed>(sql`
    with lane as (
      select failures from message_lane where channel = ${lane} and open_at <= ${now} for update skip locked
    ), due as (
      select message_id from message
       where channel = ${lane} and state = 'queued' and next_at <= ${now} and tries < max_tries and ${isFree}
         and exists (select from lane)
       order by next_at, message_id
       limit (select case when failures > 0 then 1 else ${most} end from lane)
         for update skip locked
    )
    update message m set tries = tries + 1, taken_by = ${holder},
                         lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
      from due where m.message_id = due.message_id
    returning ${columns}`);
}

async function attempt(app: App, message: Claimed): Promise<{ provider: string }> {
  const { kept, ...details } = message.details;
  const settings = openSettings(app, kept) ?? (await app.settings.read());
  const { provider, send } = providerOf(message.channel, settings);
  try {
    await send({ ...message, details }, settings, app);
  } catch (error) {
    await consequenceOf(error)(app, message, error as Error);
    throw error;
  }
  await app.pool.tx({}, async (db) => {
    await db.run(sql`
      update message set state = 'sent', sent_at = ${app.now()}, error = null, provider = ${provider},
                         lease_until = null, details = '{}', body = ${provider === 'outbox' ? message.body : withoutCode(message)}
       where message_id = ${message.message_id}`);
    await openLane(db, message.channel, app.now());
  });
  return { provider };
}

const KEPT = 'settings of a message';

/** Settings that a message takes along (`details.kept`) because it must be sent with them. */
export function keepSettings({ secrets }: Pick<App, 'secrets'>, settings: Settings): string {
  return encrypt(JSON.stringify(settings), KEPT, secrets.signing_secret);
}

function openSettings({ secrets }: App, kept: string | undefined): Settings | undefined {
  const opened = kept && decrypt(kept, KEPT, secrets.signing_secret);
  return opened ? (JSON.parse(opened) as Settings) : undefined;
}

function consequenceOf(error: unknown): typeof blame {
  if (error instanceof ServiceAway) return postpone;
  return error instanceof NotNow ? delay : blame;
}

/** The message itself was rejected. */
async function blame({ pool, now }: App, message: Claimed, error: Error): Promise<void> {
  await pool.run(sql`
    update message set state = case when tries >= max_tries then 'failed' else 'queued' end,
                       error = ${error.message}, next_at = ${later(now(), backoffMs(message.tries))},
                       lease_until = null
     where message_id = ${message.message_id}`);
}

/** Not accepted this time: only this message waits, with back-off, as long as it is still wanted. */
async function delay(app: App, message: Claimed, error: Error): Promise<void> {
  if (message.max_tries === 1) return blame(app, message, error);
  const now = app.now();
  const waited = now.getTime() - new Date(message.created_at).getTime();
  await app.pool.run(sql`
    update message set state = ${waited > STALE_MS ? 'failed' : 'queued'}, tries = tries - 1,
                       error = ${error.message}, next_at = ${later(now, asLongAgainMs(waited))}, lease_until = null
     where message_id = ${message.message_id}`);
}

/**
 * The service is unavailable: the whole lane waits, and the attempt does not count. A message that a user waits for
 * fails at once.
 */
async function postpone(app: App, message: Claimed, error: Error): Promise<void> {
  if (message.max_tries === 1) return blame(app, message, error);
  const now = app.now();
  await app.pool.tx({}, async (db) => {
    const lane = await db.one<{ failures: number }>(sql`
      select failures from message_lane where channel = ${message.channel} for update`);
    const open_at = later(now, backoffMs((lane?.failures ?? 0) + 1));
    await db.run(sql`
      update message_lane set failures = failures + 1, open_at = ${open_at}
       where channel = ${message.channel} and open_at <= ${now}`);
    // Moves behind those that were not tried since; it is due when the lane opens.
    await db.run(sql`
      update message set tries = tries - 1, error = ${error.message}, next_at = ${now}, lease_until = null
       where message_id = ${message.message_id}`);
  });
}

/** The service may be tried again at once. */
export async function openLane(db: Db, lane: Lane, now: Date): Promise<void> {
  await db.run(sql`
    update message_lane set failures = 0, open_at = ${now} where channel = ${lane} and failures > 0`);
}

/** A code that has been delivered is removed from the record. */
function withoutCode({ kind, body, details }: Pick<Outgoing, 'kind' | 'body' | 'details'>): string {
  return kind === 'code' && details.code ? body.replace(details.code, '******') : body;
}

/** Gives up messages over which servers died too often, and those that are too old. */
export async function giveUp({ pool, now }: App): Promise<void> {
  await pool.run(sql`
    update message set state = 'failed', error = coalesce(error, ${sendReason('stopped')})
     where state = 'queued' and next_at <= ${now()} and ${isFree}
       and (tries >= max_tries or created_at < ${later(now(), -STALE_MS)})`);
}

function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}

/** Sends the due messages of one lane, several in parallel, so that a slow one does not delay the others. */
function startLane(app: App, holder: string, lane: Lane): Repeated {
  const underWay = new Map<number, Promise<void>>();
  let stopping = false;
  const send = (message: Claimed) => {
    const sending = attempt(app, message)
      .then(
        () => undefined,
        (error: unknown) =>
          app.log.warn({ err: error, message_id: message.message_id }, 'a message did not go'),
      )
      .finally(() => {
        underWay.delete(message.message_id);
        emptying.run();
      });
    underWay.set(message.message_id, sending);
  };
  const sendDue = async () => {
    while (!stopping && underWay.size < AT_ONCE) {
      const claimed = await claim(app.pool, holder, lane, app.now(), AT_ONCE - underWay.size);
      if (claimed.length === 0) return;
      claimed.forEach(send);
    }
  };
  const renew = async () => {
    if (underWay.size === 0) return;
    await app.pool.run(sql`
      update message set lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
       where message_id = any(${[...underWay.keys()]}) and taken_by = ${holder} and lease_until is not null`);
  };
  const renewing = repeat(RENEW_MS, renew, app.log, `could not hold on to messages by ${lane}`);
  const emptying = repeat(EVERY_MS, sendDue, app.log, `could not send messages by ${lane}`);
  return {
    run: emptying.run,
    stop: async () => {
      stopping = true;
      await emptying.stop();
      await Promise.all(underWay.values());
      await renewing.stop();
    },
  };
}

/** Each lane runs by itself, so that a slow service delays only its own messages. */
export function startOutbox(
  app: App,
  changes: Pick<Changes, 'onChange'>,
  holder: string = randomUUID(),
): { stop(): Promise<void> } {
  const running = lanes.map((lane) => startLane(app, holder, lane));
  const tidying = repeat(WAIT_MS, () => giveUp(app), app.log, 'could not give up messages');
  changes.onChange((change) => {
    if (change !== 'messages' && change !== 'settings') return;
    for (const { run } of running) run();
  });
  return {
    stop: async () => {
      await Promise.all([tidying, ...running].map(({ stop }) => stop()));
    },
  };
}
