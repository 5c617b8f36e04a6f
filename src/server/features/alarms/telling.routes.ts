import {
  type AlarmFacts,
  factsOf,
  fillText,
  productText,
  readWording,
  sampleAlarms,
  valuesOf,
  wordAlarms,
} from '#server/alarms/tell-words.ts';
import type { Ctx } from '#server/app.ts';
import { json, sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { sendNow } from '#server/messages/outbox.ts';
import { providerOf } from '#server/messages/providers.ts';
import { alarmScope } from '#server/scope.ts';
import { usable } from '#server/settings/usable.ts';
import {
  alarmTelling,
  alarmTemplates,
  tellingDefaults,
  tellingShape,
} from '#shared/contract/alarms/telling.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { templateEvents } from '#shared/domain/alarm-template.ts';
import { Fault } from '#shared/faults.ts';
import { requireReach } from './reach.ts';

/** The settings are network-wide, so changing them requires access to all sites. */
const requireWholeNetwork = (ctx: Ctx) => requireReach(ctx, [{ scope: 'network' }]);

const settings = handlers(alarmTelling, {
  data: async ({ db }) => {
    const row = await db.one<AnswerOf<typeof alarmTelling.data>>(sql`
      select quiet_hours, quiet_levels, storm_count, storm_minutes, gather_seconds, language, link_base, version,
             updated_at
        from alarm_setting`);
    if (!row) throw new Fault('no_data');
    return usable<AnswerOf<typeof alarmTelling.data>>(tellingShape, row, tellingDefaults);
  },

  set: async (ctx, { version, quiet_hours, ...set }) => {
    await requireWholeNetwork(ctx);
    const changed = await ctx.db.run(sql`
      update alarm_setting
         set quiet_hours = ${json(quiet_hours)}, quiet_levels = ${set.quiet_levels}, storm_count = ${set.storm_count},
             storm_minutes = ${set.storm_minutes}, gather_seconds = ${set.gather_seconds},
             language = ${set.language}, link_base = ${set.link_base}
       where version = ${version}`);
    if (changed === 0) throw new Fault('update_failed', { detail: 'changed_meanwhile' });
    return {};
  },

  test: async (ctx, { channel }) => {
    const wording = await readWording(ctx.db, ctx.now());
    const { subject, body } = wordAlarms(wording, 'raised', sampleAlarms('raised', ctx.now()));
    const own = await ctx.db.one<{ account: string; mobile: string | null; email: string | null }>(sql`
      select u.account, u.mobile, n.email from user_account u left join user_notice n using (user_id)
       where u.user_id = ${ctx.user.user_id}`);
    const recipient = { in_app: own?.account, sms: own?.mobile, email: own?.email, webhook: 'webhook' }[
      channel
    ];
    if (!recipient)
      throw new Fault('parameter_error', { fields: [{ field: 'channel', problem: `no_${channel}` }] });
    if (channel === 'in_app') {
      await ctx.pool.run(sql`
        insert into message (channel, recipient, user_id, kind, subject, body, state, created_at, next_at, sent_at)
        values ('in_app', ${recipient}, ${ctx.user.user_id}, 'test', ${subject}, ${body}, 'sent', ${ctx.now()},
                ${ctx.now()}, ${ctx.now()})`);
      return { sent: true, provider: 'in_app', recipient, error: null };
    }
    const { provider } = providerOf(channel, await ctx.settings.read());
    // Text messages have only the subject.
    const message = {
      channel,
      recipient,
      kind: 'test' as const,
      subject,
      body: channel === 'sms' ? subject : body,
    };
    return sendNow(ctx, message).then(
      () => ({ sent: true, provider, recipient, error: null }),
      (error: Error) => ({ sent: false, provider, recipient, error: error.message }),
    );
  },
});

type Template = AnswerOf<typeof alarmTemplates.data>['data_info'][number];

const templates = handlers(alarmTemplates, {
  data: async ({ db }) => {
    const changed = await db.rows<Template>(
      sql`select event, language, subject, body, version from alarm_template`,
    );
    return {
      data_info: templateEvents.flatMap((event) =>
        (['zh', 'en'] as const).map(
          (language) =>
            changed.find((one) => one.event === event && one.language === language) ?? {
              ...{ event, language, version: 0 },
              ...productText(event, language),
            },
        ),
      ),
    };
  },

  set: async (ctx, { event, language, subject, body, version }) => {
    await requireWholeNetwork(ctx);
    // Version 0 means that the built-in text is edited; the first stored version is 1.
    const changed = await ctx.db.run(
      version === 0
        ? sql`insert into alarm_template (event, language, subject, body)
              values (${event}, ${language}, ${subject}, ${body}) on conflict do nothing`
        : sql`update alarm_template set subject = ${subject}, body = ${body}
               where event = ${event} and language = ${language} and version = ${version}`,
    );
    if (changed === 0) throw new Fault('update_failed', { detail: 'changed_meanwhile' });
    return {};
  },

  reset: async (ctx, { event, language }) => {
    await requireWholeNetwork(ctx);
    await ctx.db.run(sql`delete from alarm_template where event = ${event} and language = ${language}`);
    return {};
  },

  preview: async (ctx, { event, language, subject, body, alarm_id }) => {
    const wording = await readWording(ctx.db, ctx.now());
    const alarms = alarm_id === undefined ? sampleAlarms(event, ctx.now()) : [await seenAlarm(ctx, alarm_id)];
    // The preview shows a link even if `link_base` is not configured.
    const { link_base } = wording;
    const values = valuesOf(
      { now: ctx.now(), link_base: link_base ?? 'https://example.com' },
      language,
      alarms,
    );
    return fillText({ subject, body }, values);
  },
});

async function seenAlarm(ctx: Ctx, alarm_id: number): Promise<AlarmFacts> {
  const seen = await ctx.db.one(sql`
    select alarm_id from alarm where alarm_id = ${alarm_id} and ${alarmScope(ctx.user, sql`site_id`)}`);
  const facts = (await factsOf(ctx.db, [alarm_id])).get(alarm_id);
  if (!seen || !facts) throw new Fault('no_data');
  return facts;
}

export const alarmTellingRoutes = [...settings, ...templates];
