import type { App } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { json, sql } from '#server/db/sql.ts';
import type { Settings } from '#server/settings/defaults.ts';
import { sayIn } from '#server/words.ts';
import type { NoticeChoices, NoticeKind } from '#shared/contract/access/personal.ts';
import { SUPER_ROLE } from '#shared/domain/may.ts';
import type { Language } from '#shared/i18n/index.ts';
import type { Say } from '#shared/i18n/say.ts';
import { keepSettings } from './outbox.ts';

/** Default: all notifications within the product; channels with costs only if chosen. */
export const unchosen: NoticeChoices = {
  email: '',
  in_app: ['alarm', 'order', 'report', 'meeting', 'platform'],
  by_sms: [],
  by_email: [],
};

export interface Notice {
  subject: string;
  body: string;
}

export interface UserNotice extends Notice {
  kind: NoticeKind;
  /** The notice in each language: the product shows it in the reader's. */
  said?: Record<Language, Notice>;
  /** The page of what it is about. */
  path?: string;
  /** Additional data for e-mails only. */
  mail?: Record<string, string>;
}

/**
 * In both languages, for channels where the reader's language is unknown. Lines that are the same in both are not
 * repeated.
 */
export function inBoth(said: Record<Language, Notice>): Notice & Pick<UserNotice, 'said'> {
  const { zh, en } = said;
  const lines = new Set(zh.body.split('\n'));
  const others = en.body.split('\n').filter((line) => !lines.has(line));
  return { subject: `${zh.subject} · ${en.subject}`, body: [zh.body, ...others].join('\n'), said };
}

/** A notice of two words, in both languages. */
export function sayInBoth(keys: Notice, slots: Parameters<Say>[1] = {}): Notice & Pick<UserNotice, 'said'> {
  const noticeIn = (language: Language) => {
    const say = sayIn(language);
    return { subject: say(keys.subject, slots), body: say(keys.body, slots) };
  };
  return inBoth({ zh: noticeIn('zh'), en: noticeIn('en') });
}

/**
 * Notifies users through the channels that each has chosen, and once the webhook if there is one. Runs in the
 * transaction of the work that it reports: both happen or neither.
 */
export async function notify(
  app: Pick<App, 'now' | 'settings'>,
  db: Db,
  user_ids: readonly number[],
  { kind, subject, body, said, path, mail = {} }: UserNotice,
): Promise<void> {
  const now = app.now();
  await db.run(sql`
    insert into message (channel, recipient, user_id, kind, subject, body, details, state, created_at, next_at, sent_at)
    select way.channel, way.recipient, u.user_id, ${kind}, ${subject}, ${body},
           case way.channel when 'email' then ${json(mail)} when 'in_app' then ${json({ said, path })} else '{}' end,
           case when way.channel = 'in_app' then 'sent' else 'queued' end, ${now}, ${now},
           case when way.channel = 'in_app' then ${now}::timestamptz end
      from user_account u
      left join user_notice n using (user_id)
     cross join lateral (values
             ('in_app', u.account, coalesce(n.in_app, ${unchosen.in_app})),
             ('sms', u.mobile, n.by_sms),
             ('email', n.email, n.by_email)) way (channel, recipient, kinds)
     where u.user_id = any(${[...user_ids]}) and u.status = 'normal'
       and ${kind} = any(way.kinds) and way.recipient <> ''`);
  const { webhook_provider } = await app.settings.read(db);
  if (webhook_provider === 'outbox') return;
  await db.run(sql`
    insert into message (channel, recipient, kind, subject, body, created_at, next_at)
    values ('webhook', 'webhook', ${kind}, ${subject}, ${body}, ${now}, ${now})`);
}

/**
 * Warns every super administrator of a change to the message services, whatever notifications they have chosen: within
 * the product, and once by SMS and e-mail, through the services as they were before the change.
 */
export async function warnSupers(
  app: Pick<App, 'now' | 'secrets'>,
  db: Db,
  before: Settings,
  { kind, subject, body }: UserNotice,
): Promise<void> {
  const now = app.now();
  const details = json({ kept: keepSettings(app, before) });
  await db.run(sql`
    insert into message (channel, recipient, user_id, kind, subject, body, details, state, max_tries, created_at,
                         next_at, sent_at)
    select way.channel, way.recipient, u.user_id, ${kind}, ${subject}, ${body},
           case when way.channel = 'in_app' then '{}' else ${details}::jsonb end,
           case when way.channel = 'in_app' then 'sent' else 'queued' end, 1, ${now}, ${now},
           case when way.channel = 'in_app' then ${now}::timestamptz end
      from user_account u
      left join user_notice n using (user_id)
     cross join lateral (values
             ('in_app', u.account, true),
             ('sms', u.mobile, ${before.sms_provider !== 'outbox'}),
             ('email', n.email, ${before.email_provider !== 'outbox'})) way (channel, recipient, goes)
     where u.role_id = ${SUPER_ROLE} and way.goes and way.recipient <> ''`);
}
