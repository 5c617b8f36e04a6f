import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { id, text, time } from '#shared/contract/fields.ts';
import { templateEvents, unknownPlaceholders } from '#shared/domain/alarm-template.ts';
import { alarmLevel } from './log.ts';
import { alarmChannels } from './recipients.ts';
import { clock } from './rules.ts';

const language = z.enum(['zh', 'en']);

export const tellingShape = {
  /** Quiet hours, in which messages of `quiet_levels` are delayed; empty: none. */
  quiet_hours: z.array(z.tuple([clock, clock])).max(10),
  quiet_levels: z.array(alarmLevel).max(2),
  /** Storm: this many stations of one city within this many minutes become one message. */
  storm_count: z.int().min(2).max(1000),
  storm_minutes: z.int().min(1).max(60),
  /** How long a message waits for others to be combined with. */
  gather_seconds: z.int().min(0).max(120),
  language: z.enum(['zh', 'en', 'both']),
  /** Public address of the platform, used for links in messages. */
  link_base: text(200)
    .regex(/^https?:\/\/[^\s/?#]+[^\s?#]*$/, 'bad_url')
    .nullable(),
};

/** Used if the stored settings are invalid: no quiet hours, no links. */
export const tellingDefaults = { quiet_hours: [], link_base: null };

export const alarmTelling = {
  data: call({
    path: '/monitor/alarm_setting/data',
    needs: 'alarm_config.read',
    input: empty,
    output: z.object({ ...tellingShape, version: z.int(), updated_at: time }),
  }),
  set: call({
    path: '/monitor/alarm_setting/set',
    needs: 'alarm_config.write',
    writes: true,
    ignores: ['updated_at'],
    input: z.object({ ...tellingShape, version: z.int() }),
    output: empty,
  }),
  /** Sends a sample alarm to the user and returns the provider's answer. */
  test: call({
    path: '/monitor/alarm_setting/test',
    needs: 'alarm_config.write',
    input: z.object({ channel: z.enum(alarmChannels) }),
    output: z.object({
      sent: z.boolean(),
      /** `outbox`: only stored here, because no provider is configured. */
      provider: z.string(),
      recipient: z.string(),
      error: z.string().nullable(),
    }),
  }),
};

const templateText = (max: number) =>
  text(max)
    .min(1, 'required')
    .check((checked) => {
      const [part] = unknownPlaceholders(checked.value);
      if (part === undefined) return;
      checked.issues.push({
        ...{ code: 'custom', input: checked.value, message: 'not_a_placeholder' },
        params: { part },
      });
    });
const template = {
  event: z.enum(templateEvents),
  language,
  subject: templateText(200),
  body: templateText(2000),
};

export const alarmTemplates = {
  /** All templates; the built-in text for those that were not changed. */
  data: call({
    path: '/monitor/alarm_template/data',
    needs: 'alarm_config.read',
    input: empty,
    output: z.object({
      data_info: z.array(
        z.object({
          event: z.enum(templateEvents),
          language,
          subject: z.string(),
          body: z.string(),
          /** 0: the built-in text. */
          version: z.int(),
        }),
      ),
    }),
  }),
  set: call({
    path: '/monitor/alarm_template/set',
    needs: 'alarm_config.write',
    writes: true,
    input: z.object({ ...template, version: z.int() }),
    output: empty,
  }),
  /** Resets to the built-in text. */
  reset: call({
    path: '/monitor/alarm_template/reset',
    needs: 'alarm_config.write',
    writes: true,
    input: z.object({ event: template.event, language }),
    output: empty,
  }),
  /** The text for an existing alarm, or for a sample. */
  preview: call({
    path: '/monitor/alarm_template/preview',
    needs: 'alarm_config.read',
    input: z.object({ ...template, alarm_id: id.optional() }),
    output: z.object({ subject: z.string(), body: z.string() }),
  }),
};
