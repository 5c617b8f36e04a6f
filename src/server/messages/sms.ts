import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { type AliyunSms, aliyunForm } from './aliyun.ts';

export interface Sms {
  mobile: string;
  purpose: 'register' | 'password';
  code: string;
}

/** Sends one text message; a rejected promise means that it did not leave the house. */
export type SmsSender = (message: Sms) => Promise<void>;

/** The configured provider, with every message kept in the `message` table beside its outcome. */
export function smsSender(config: Config, db: Db, log: Logger): SmsSender {
  const deliver = provider(config, log);
  return async (message) => {
    const row = await db.one<{ message_id: number }>(sql`
      insert into message (channel, recipient, body)
      values ('sms', ${message.mobile}, ${`${message.purpose} ${message.code}`}) returning message_id`);
    try {
      await deliver(message);
      await db.run(
        sql`update message set state = 'sent', sent_at = now() where message_id = ${row?.message_id}`,
      );
    } catch (error) {
      await db.run(sql`update message set state = 'failed', error = ${String(error)}
                        where message_id = ${row?.message_id}`);
      throw error;
    }
  };
}

function provider({ sms, demo }: Config, log: Logger): SmsSender {
  switch (sms.provider) {
    case 'outbox':
      return async ({ mobile, code }) => {
        // In the demo nobody has a phone: the code is read from the terminal.
        if (demo) log.warn({ mobile, code }, `SMS code for ${mobile}: ${code}`);
      };
    case 'webhook':
      return (message) => viaWebhook(sms.url, message);
    case 'aliyun':
      return (message) => viaAliyun(sms, message);
  }
}

const TIMEOUT_MS = 10_000;

async function viaWebhook(url: string, message: Sms): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`the SMS webhook answered HTTP ${response.status}`);
}

async function viaAliyun(settings: AliyunSms, message: Sms): Promise<void> {
  const body = aliyunForm(settings, message.mobile, { code: message.code }, randomUUID(), new Date());
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch('https://dysmsapi.aliyuncs.com/', { method: 'POST', body, signal });
  const answer = (await response.json()) as { Code?: string; Message?: string };
  if (answer.Code !== 'OK') throw new Error(`Aliyun SMS: ${answer.Code} ${answer.Message}`);
}
