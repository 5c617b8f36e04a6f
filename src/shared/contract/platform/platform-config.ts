import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { text, time } from '#shared/contract/fields.ts';
import { hasPlaces, isTileAddress, isTileHost, mapProviders } from '#shared/domain/tile-provider.ts';
import { webAddress } from '#shared/domain/web-address.ts';
import { pictureAddress } from './pictures.ts';

const isAddress = (value: string) =>
  webAddress(value) !== undefined &&
  /^https?:\/\/(?:[\p{L}\p{N}._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:[/?#]\S*)?$/iu.test(value);
/** One line: control characters are not allowed, because values are used in headers, mails and forms. */
const line = (max: number) => text(max).regex(/^\P{Cc}*$/u, 'bad_format');
const url = line(500).refine(isAddress, 'bad_url');
/** One or more addresses separated by spaces, base layer first. */
const tiles = text(2000)
  .refine((value) => value.split(/\s+/).every(isTileAddress), { error: 'bad_url', abort: true })
  .refine((value) => value.split(/\s+/).every(hasPlaces), 'bad_tiles');
const hosts = text(200).refine(
  (value) => value.split(',').every((host) => isTileHost(host.trim())),
  'bad_format',
);
const whole = (min: number, max: number) => z.int().min(min).max(max);
const mailAddress = /^([^<>@\p{Cc}]*<[^\s@<>\p{Cc}]+@[^\s@<>\p{Cc}]+>|[^\s@<>\p{Cc}]+@[^\s@<>\p{Cc}]+)$/u;

/** A host name or an IP address for a logger's configuration. */
const gatewayHost = text(253).regex(/^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|[0-9a-f:]+)$/i, 'bad_host');
/** File name extensions, with or without dots, separated by spaces or commas. */
const fileEndings = text(1000).regex(/^\.?[a-z0-9]{1,20}(?:[\s,]+\.?[a-z0-9]{1,20})*$/i, 'bad_format');
const picture = pictureAddress.nullable();

/** Settings of the platform that administrators can change. */
export const platformSettings = z.object({
  /** Null: the product's own name. */
  platform_title: line(60).nullable(),
  platform_title_en: line(60).nullable(),
  platform_logo: picture,
  sign_in_picture: picture,
  /** The address that loggers connect to; null: the host that the browser used. */
  gateway_address: gatewayHost.nullable(),
  file_max_mb: whole(1, 1_000_000),
  file_types: fileEndings,
  time_zone: text(60).refine(isTimeZone, 'unknown_value'),
  /** 0: unlimited. */
  raw_packet_days: whole(0, 36_500),
  realtime_months: whole(0, 1200),
  minute_months: whole(0, 1200),
  message_days: whole(1, 36_500),
  map_provider: z.enum(mapProviders),
  map_general_url: tiles.nullable(),
  map_satellite_url: tiles.nullable(),
  map_dark_url: tiles.nullable(),
  map_hosts: hosts.nullable(),
  map_max_zoom: whole(3, 19),
  map_attribution: line(200).nullable(),
  sms_provider: z.enum(['outbox', 'webhook', 'aliyun']),
  sms_sign_name: line(50).nullable(),
  sms_code_template: line(50).nullable(),
  sms_notice_template: line(50).nullable(),
  email_provider: z.enum(['outbox', 'smtp']),
  smtp_host: text(200)
    .regex(/^[\w.:-]+$/, 'bad_format')
    .nullable(),
  smtp_port: whole(1, 65_535),
  smtp_security: z.enum(['starttls', 'tls', 'none']),
  smtp_user: line(200).nullable(),
  mail_from: text(200).regex(mailAddress, 'bad_email').nullable(),
  webhook_provider: z.enum(['outbox', 'webhook']),
  alarm_sound: z.enum(['off', 'chime', 'bell', 'siren']),
});
export type PlatformSettings = z.output<typeof platformSettings>;

/** Written and never read back. Includes web addresses that may contain a key. */
export const platformSecrets = z.object({
  map_key: line(200).min(1, 'required'),
  sms_webhook_url: url,
  sms_key_id: line(200).min(1, 'required'),
  sms_key_secret: line(200).min(1, 'required'),
  smtp_password: line(200).min(1, 'required'),
  webhook_url: url,
  webhook_secret: line(200).min(1, 'required'),
  /** Provider of SIM data usage. */
  sim_usage_url: url,
  sim_usage_secret: line(200).min(1, 'required'),
});
export type PlatformSecrets = z.output<typeof platformSecrets>;
export const secretName = platformSecrets.keyof();

/**
 * The fields that a secret belongs to. If one of them changes, the secret must be entered again, otherwise it is
 * deleted; it is never sent to another place.
 */
export const enteredFor: Partial<Record<keyof PlatformSecrets, readonly (keyof Whole)[]>> = {
  sms_key_secret: ['sms_key_id'],
  smtp_password: ['smtp_host', 'smtp_port', 'smtp_security', 'smtp_user'],
  webhook_secret: ['webhook_url'],
  sim_usage_secret: ['sim_usage_url'],
};

/** Needed in addition to the power to change settings, because codes are sent through these providers. */
export const PROVIDER_POWER = 'provider.write';
export const providerFields = [
  'sms_provider',
  'sms_webhook_url',
  'sms_key_id',
  'sms_key_secret',
  'sms_sign_name',
  'sms_code_template',
  'sms_notice_template',
  'email_provider',
  'smtp_host',
  'smtp_port',
  'smtp_security',
  'smtp_user',
  'smtp_password',
  'mail_from',
  'webhook_provider',
  'webhook_url',
  'webhook_secret',
  'sim_usage_url',
  'sim_usage_secret',
] as const satisfies readonly (keyof Whole)[];

/** Retention affects the data of all sites, so only users who see all sites may change it. */
export const retentionFields = [
  'raw_packet_days',
  'realtime_months',
  'minute_months',
  'message_days',
] as const satisfies readonly (keyof Whole)[];

/** Fields that a choice requires. */
export const neededBy: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  map_provider: { tianditu: ['map_key'], baidu: ['map_key'], tiles: ['map_general_url'] },
  sms_provider: {
    webhook: ['sms_webhook_url'],
    aliyun: ['sms_key_id', 'sms_key_secret', 'sms_sign_name', 'sms_code_template'],
  },
  email_provider: { smtp: ['smtp_host', 'mail_from'] },
  webhook_provider: { webhook: ['webhook_url'] },
};

/** Fields that tiles require, by placeholder in their addresses. */
export const neededByTiles = { '{key}': 'map_key', '{s}': 'map_hosts' } as const;

type Whole = PlatformSettings & PlatformSecrets;
/** Null resets a field to the server's configuration. */
export type PlatformChanges = { version: number } & {
  [Field in keyof Whole]?: Whole[Field] | null | undefined;
};

const everything = { ...platformSettings.shape, ...platformSecrets.shape };
const changes = z.object({
  version: z.int(),
  ...Object.fromEntries(Object.entries(everything).map(([field, schema]) => [field, schema.nullish()])),
}) as unknown as z.ZodType<PlatformChanges, PlatformChanges>;

export const platformConfig = {
  /** Values in force, set here or by the server's configuration. */
  data: call({
    path: '/platform/config/data',
    needs: 'platform.read',
    input: empty,
    output: platformSettings.extend({
      secrets_set: z.array(secretName),
      /**
       * Accounts, besides super administrators, that control where text messages go: accounts outside their authority
       * get no reset codes.
       */
      codes_limited_by: z.array(z.string()),
      /** Stored days and months begin at midnight of the zone, so it cannot be changed once data exist. */
      zone_fixed: z.boolean(),
      /** Whether the user may not change retention, because it deletes data of sites that the user does not see. */
      retention_locked: z.boolean(),
      demo: z.object({ on: z.boolean(), seeded_at: time.nullable(), removed_at: time.nullable() }),
      version: z.int(),
      updated_at: time,
    }),
  }),
  /** Only the fields sent are changed. */
  set: call({
    path: '/platform/config/set',
    needs: 'platform.write',
    writes: true,
    input: changes,
    output: empty,
  }),
  /** Sends a test message with the stored settings and returns the provider's answer. */
  test: call({
    path: '/platform/config/test',
    needs: 'platform.write',
    input: z.object({
      channel: z.enum(['sms', 'email', 'webhook']),
      to: text(120).default(''),
      language: z.enum(['zh', 'en']).default('zh'),
    }),
    output: z.object({ sent: z.boolean(), provider: z.string(), error: z.string().nullable() }),
  }),
};

function isTimeZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}
