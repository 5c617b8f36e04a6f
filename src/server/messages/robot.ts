import { createHmac } from 'node:crypto';
import { sql } from '#server/db/sql.ts';
import type { RobotKind } from '#shared/contract/alarms/robots.ts';
import { sendReason } from '#shared/send-reasons.ts';
import { postJson } from './post.ts';
import { NotNow, type Outgoing, type Send, ServiceAway } from './provider.ts';
import { openAddress, type RobotAddress } from './robot-address.ts';

/** Maximum length in a group chat; WeCom counts bytes. */
const MAX_BYTES = 2000;

interface Call {
  url: string;
  content: unknown;
}

type Say = (address: RobotAddress, text: string, now: Date) => Call;

/** By the documentation of each provider. */
const robots: Record<RobotKind, Say> = {
  dingtalk: ({ url, secret }, text, now) => {
    const target = new URL(url);
    if (secret) {
      const timestamp = String(now.getTime());
      target.searchParams.set('timestamp', timestamp);
      target.searchParams.set('sign', hmac(secret, `${timestamp}\n${secret}`));
    }
    return { url: target.href, content: { msgtype: 'text', text: { content: text } } };
  },
  wecom: ({ url }, text) => ({ url, content: { msgtype: 'text', text: { content: text } } }),
  feishu: ({ url, secret }, text, now) => {
    const timestamp = String(Math.floor(now.getTime() / 1000));
    // Feishu uses the text as the HMAC key, and signs an empty message.
    const signed = secret && { timestamp, sign: hmac(`${timestamp}\n${secret}`, '') };
    return { url, content: { ...(signed || {}), msg_type: 'text', content: { text } } };
  },
};

/** Rate limit or busy service: try again later. */
const LATER = new Set([-1, 130101, 45009, 9499, 11232]);

function hmac(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64');
}

/** Ends with the message number, so that a duplicate can be recognised. */
export function robotText({ message_id, subject, body }: Pick<Outgoing, 'message_id' | 'subject' | 'body'>) {
  const number = `\n#${message_id}`;
  const text = Buffer.from(`${subject}\n${body}`.trim());
  const room = MAX_BYTES - number.length;
  if (text.length <= room) return text + number;
  // Cut between characters.
  return `${text
    .subarray(0, room - 4)
    .toString()
    .replace(/�+$/, '')}…${number}`;
}

/**
 * The robot is named in the details. If it is unavailable only this message waits, because each robot is a separate
 * service.
 */
export const viaRobot: Send = async (message, _settings, app) => {
  const robot = await app.pool.one<{ kind: RobotKind; secret: string }>(sql`
    select kind, secret from alarm_robot where robot_id = ${Number(message.details.robot_id)} and enabled`);
  const address = robot && openAddress(robot.secret, app.secrets.signing_secret);
  if (!robot || !address) throw new Error(sendReason('robot_gone'));
  const { url, content } = robots[robot.kind](address, robotText(message), new Date());
  const answer = await postJson(app, 'robot', url, content).catch((error: Error) => {
    throw error instanceof ServiceAway ? new NotNow(error.message) : error;
  });
  requireTaken(answer.body);
};

interface Answer {
  /** DingTalk and WeCom; Feishu. */
  errcode?: number;
  errmsg?: string;
  code?: number;
  msg?: string;
}

/** Refusals come with HTTP 200. */
function requireTaken(body: string): void {
  const { errcode, errmsg, code, msg } = parsed(body);
  const number = errcode ?? code ?? 0;
  if (number === 0) return;
  const said = `${number} ${errmsg ?? msg ?? ''}`.trim().slice(0, 300);
  throw LATER.has(number) ? new NotNow(said) : new Error(said);
}

function parsed(body: string): Answer {
  try {
    return (JSON.parse(body) ?? {}) as Answer;
  } catch {
    throw new Error(sendReason('robot_strange'));
  }
}
