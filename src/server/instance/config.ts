import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { everyRole, type Role } from '#shared/domain/servers.ts';
import {
  amap,
  baidu,
  hasPlaces,
  isTileAddress,
  isTileHost,
  mapProviders,
  type TileProvider,
  tianditu,
} from '#shared/domain/tile-provider.ts';
import { projectRoot } from './project-root.ts';
import { StartError } from './start-error.ts';

const text = z.string().trim();
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `a whole number from ${min} to ${max}`);
const port = wholeNumber(0, 65535);
const share = z
  .string()
  .transform(Number)
  .refine((value) => value > 0 && value <= 1, 'a number above 0 and up to 1');
const yesOrNo = z
  .enum(['true', 'false', '1', '0'], 'true or false')
  .transform((value) => value === 'true' || value === '1');
const urlOf = (...schemes: string[]) =>
  text.refine(
    (value) => URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1)),
    `an address beginning with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  );

/** One level of the topic is the MN. */
const topicOfSites = text.refine(
  (value) =>
    value.split('/').filter((level) => level === '+').length === 1 && !/[#$]|[^/]\+|\+[^/]/.test(value),
  'a topic with one level +, which stands for the MN',
);

/** One or more addresses, base map first, separated by spaces. */
const tileAddresses = text
  .max(2000, 'at most 2000 characters')
  .transform((value) => value.split(/\s+/))
  .refine(
    (addresses) => addresses.every((address) => isTileAddress(address) && hasPlaces(address)),
    'addresses beginning with http:// or https://, with {z}, {x} and {y}',
  );

const tileHosts = text
  .max(200, 'at most 200 characters')
  .transform((value) => value.split(',').map((host) => host.trim()))
  .refine((hosts) => hosts.every(isTileHost), 'parts of host names, separated by commas');

/** The same maximum length as on the settings page, which shows these values. */
const short = (max: number) => text.max(max, `at most ${max} characters`);

/** File extensions, with or without a dot, separated by spaces or commas. */
const fileTypes = text
  .transform((value) => value.toLowerCase().split(/[\s,]+/))
  .transform((types) => types.map((type) => type.replace(/^\./, '')))
  .refine(
    (types) => types.every((type) => /^[a-z0-9]{1,20}$/.test(type)),
    'endings of file names, as in pdf xlsx zip',
  );
const defaultFileTypes =
  'pdf doc docx xls xlsx ppt pptx txt csv json xml md log png jpg jpeg gif webp bmp mp4 mov webm mp3 wav zip rar 7z gz tar apk ipa bin hex'.split(
    ' ',
  );

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const roles = text
  .transform((value) => value.toLowerCase().split(/[\s,]+/))
  .refine(
    (names) => names.every((name) => (everyRole as readonly string[]).includes(name)),
    `one or several of ${everyRole.join(', ')}, separated by commas`,
  )
  .transform((names) => new Set(names as Role[]));

const apiDocs = ['off', 'signed-in', 'public'] as const;

const environment = z.object({
  DATA_DIR: text.default('data'),
  FILES_DIR: text.optional(),
  ROLES: roles.default(new Set(everyRole)),
  PORT: port.default(8080),
  GATEWAY_PORT: port.default(8212),
  GATEWAY_MAX_CONNECTIONS: wholeNumber(1, 100_000).default(20_000),
  GATEWAY_TLS_PORT: port.default(8213),
  GATEWAY_TLS_CERT: text.optional(),
  GATEWAY_TLS_KEY: text.optional(),
  HOST: text.optional(),
  DATABASE_URL: urlOf('postgres', 'postgresql').optional(),
  POSTGRES_BIN: text.optional(),
  ACCESS_TOKEN_SECONDS: wholeNumber(10, 86_400).default(900),
  REFRESH_TOKEN_DAYS: wholeNumber(1, 365).default(7),
  TOKEN_SECRET: z.string().min(32, 'at least 32 characters').optional(),
  TRUST_PROXY: text.default('false').transform(trustProxy),
  RAW_PACKET_DAYS: wholeNumber(0, 36_500).default(90),
  REALTIME_MONTHS: wholeNumber(0, 1200).default(12),
  MINUTE_MONTHS: wholeNumber(0, 1200).default(0),
  LOG_LEVEL: z.enum(logLevels, `one of ${logLevels.join(', ')}`).default('info'),
  SMS_PROVIDER: z.enum(['outbox', 'webhook', 'aliyun'], 'one of outbox, webhook, aliyun').default('outbox'),
  SMS_WEBHOOK_URL: urlOf('http', 'https').optional(),
  SMS_ALIYUN_KEY_ID: text.optional(),
  SMS_ALIYUN_KEY_SECRET: text.optional(),
  SMS_ALIYUN_SIGN_NAME: short(50).optional(),
  SMS_ALIYUN_TEMPLATE_CODE: short(50).optional(),
  SIM_USAGE_URL: urlOf('http', 'https').optional(),
  MQTT_URL: urlOf('mqtt', 'mqtts', 'ws', 'wss').optional(),
  MQTT_USERNAME: text.optional(),
  MQTT_PASSWORD: z.string().optional(),
  MQTT_CLIENT_ID: text.optional(),
  MQTT_TOPIC: topicOfSites.default('lanjing/+/data'),
  MQTT_SHARE: text.regex(/^[^/+#]+$/, 'a name without / + and #').optional(),
  MQTT_CA: text.optional(),
  MQTT_CERT: text.optional(),
  MQTT_KEY: text.optional(),
  API_DOCS: z.enum(apiDocs, `one of ${apiDocs.join(', ')}`).optional(),
  OUTGOING_PRIVATE: yesOrNo.default(true),
  METRICS_TOKEN: z.string().min(16, 'at least 16 characters').optional(),
  DISK_WARNING_GB: wholeNumber(0, 1_000_000).optional(),
  DISK_CRITICAL_GB: wholeNumber(0, 1_000_000).optional(),
  FILE_MAX_MB: wholeNumber(1, 1_000_000).default(2048),
  FILE_TYPES: fileTypes.default(defaultFileTypes),
  MAP_PROVIDER: z.enum(mapProviders, `one of ${mapProviders.join(', ')}`).default('bundled'),
  MAP_KEY: text.optional(),
  MAP_GENERAL_URL: tileAddresses.optional(),
  MAP_SATELLITE_URL: tileAddresses.optional(),
  MAP_DARK_URL: tileAddresses.optional(),
  MAP_HOSTS: tileHosts.optional(),
  MAP_MAX_ZOOM: wholeNumber(3, 19).default(18),
  MAP_ATTRIBUTION: short(200).default(''),
  COMMAND_PACE: share.default(1),
  DEMO: yesOrNo.default(true),
  DEMO_STATIONS: yesOrNo.default(true),
});
type Environment = z.infer<typeof environment>;

/** All variables that the product reads; `.env.example` documents the same list. */
export const variables: readonly string[] = Object.keys(environment.shape);

// A connection string contains a password, so it is as secret as the keys.
const secretVariables = new Set([
  'DATABASE_URL',
  'TOKEN_SECRET',
  'SMS_WEBHOOK_URL',
  'SIM_USAGE_URL',
  'MQTT_URL',
  'MQTT_PASSWORD',
  'METRICS_TOKEN',
  'MAP_KEY',
  'SMS_ALIYUN_KEY_ID',
  'SMS_ALIYUN_KEY_SECRET',
]);

export type SmsConfig =
  | { provider: 'outbox' }
  | { provider: 'webhook'; url: string }
  | { provider: 'aliyun'; keyId: string; keySecret: string; signName: string; templateCode: string };

/** A broker to which sites publish. */
export interface MqttConfig {
  url: string;
  username: string | undefined;
  password: string | undefined;
  /** Unset: a name derived for the instance, the same at every start. */
  clientId: string | undefined;
  /** With one level `+`, which is the MN. */
  topic: string;
  /** The group that shares the messages among its members. */
  share: string | undefined;
  /** Files: the trusted CA, and our certificate and key. */
  ca: string | undefined;
  cert: string | undefined;
  key: string | undefined;
}

export type Config = {
  dataDir: string;
  /** Folder of uploads, exports and reports, shared by all servers. */
  filesDir: string;
  roles: ReadonlySet<Role>;
  port: number;
  gatewayPort: number;
  gatewayMaxConnections: number;
  /** Files of the certificate and its key; without them only plain TCP is offered. */
  gatewayTls: { port: number; cert: string; key: string } | undefined;
  host: string;
  databaseUrl: string | undefined;
  postgresBin: string | undefined;
  accessTokenSeconds: number;
  refreshTokenDays: number;
  tokenSecret: string | undefined;
  /** As in Fastify: yes or no, the number of trusted proxies, or their addresses. */
  trustProxy: boolean | number | string;
  /** Retention of packets, real-time and minute values; 0 is unlimited. */
  retention: { rawPacketDays: number; realtimeMonths: number; minuteMonths: number };
  logLevel: (typeof logLevels)[number];
  sms: SmsConfig;
  /** Address to query the usage of SIM cards; unset: not available. */
  simUsageUrl: string | undefined;
  /** Unset: no broker. */
  mqtt: MqttConfig | undefined;
  /** Token for remote access to `/metrics`; unset: local requests only. */
  metricsToken: string | undefined;
  /** Who may read the description of the API under `/docs`. */
  apiDocs: (typeof apiDocs)[number];
  /** Whether the server may connect to this machine and to private networks when it sends messages and the like. */
  outgoingPrivate: boolean;
  /** Thresholds of free disk space; unset: they depend on the size of the disk. */
  disk: { warningGb: number | undefined; criticalGb: number | undefined };
  /** Limits for uploaded files. */
  files: { maxMb: number; types: readonly string[] };
  /** External map tiles; unset: the bundled map, so browsers connect to no other host. */
  map: TileProvider | undefined;
  /** Factor of the waiting times for devices; below 1 for tests only. */
  commandPace: number;
  demo: boolean;
  /** The demo has simulated stations. */
  demoStations: boolean;
};

/** Reads the whole configuration once, at the start; throws a `StartError` that names the first error. */
export function readConfig(env: Record<string, string | undefined>, argv: readonly string[]): Config {
  const options = readOptions(argv);
  const parsed = parse(env);
  const demo = parsed.DEMO && !options.noDemo;
  return {
    dataDir: resolve(projectRoot, parsed.DATA_DIR),
    filesDir: resolve(projectRoot, parsed.FILES_DIR ?? parsed.DATA_DIR),
    roles: parsed.ROLES,
    port: parsed.PORT,
    gatewayPort: parsed.GATEWAY_PORT,
    gatewayMaxConnections: parsed.GATEWAY_MAX_CONNECTIONS,
    gatewayTls: gatewayTls(parsed),
    // The demo's passwords are public knowledge: it must not be reachable from outside by default.
    host: parsed.HOST ?? (demo ? '127.0.0.1' : '0.0.0.0'),
    databaseUrl: parsed.DATABASE_URL,
    postgresBin: parsed.POSTGRES_BIN,
    accessTokenSeconds: parsed.ACCESS_TOKEN_SECONDS,
    refreshTokenDays: parsed.REFRESH_TOKEN_DAYS,
    tokenSecret: parsed.TOKEN_SECRET,
    trustProxy: parsed.TRUST_PROXY,
    retention: {
      rawPacketDays: parsed.RAW_PACKET_DAYS,
      realtimeMonths: parsed.REALTIME_MONTHS,
      minuteMonths: parsed.MINUTE_MONTHS,
    },
    logLevel: parsed.LOG_LEVEL,
    sms: smsConfig(parsed),
    simUsageUrl: parsed.SIM_USAGE_URL,
    mqtt: mqttConfig(parsed),
    metricsToken: parsed.METRICS_TOKEN,
    apiDocs: parsed.API_DOCS ?? (demo ? 'public' : 'signed-in'),
    outgoingPrivate: parsed.OUTGOING_PRIVATE,
    disk: { warningGb: parsed.DISK_WARNING_GB, criticalGb: parsed.DISK_CRITICAL_GB },
    files: { maxMb: parsed.FILE_MAX_MB, types: parsed.FILE_TYPES },
    map: mapProvider(parsed),
    commandPace: parsed.COMMAND_PACE,
    demo,
    demoStations: demo && parsed.DEMO_STATIONS,
  };
}

function parse(env: Record<string, string | undefined>): Environment {
  // `PORT=` in an .env file means "not set", not an empty value.
  const given = Object.fromEntries(
    variables.map((name) => [name, env[name]?.trim() === '' ? undefined : env[name]]),
  );
  const result = environment.safeParse(given);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const name = String(issue?.path[0]);
  const shown = secretVariables.has(name) ? 'its value' : `"${given[name]}"`;
  throw new StartError(`The variable ${name} must be ${issue?.message}; ${shown} is not.`);
}

function readOptions(argv: readonly string[]): { noDemo: boolean } {
  try {
    const { values } = parseArgs({ args: [...argv], options: { 'no-demo': { type: 'boolean' } } });
    return { noDemo: values['no-demo'] ?? false };
  } catch {
    throw new StartError(`Unknown option in "${argv.join(' ')}"; the only one is --no-demo.`);
  }
}

function trustProxy(value: string): boolean | number | string {
  if (value === 'true' || value === 'false') return value === 'true';
  return /^\d+$/.test(value) ? Number(value) : value;
}

function gatewayTls(env: Environment): Config['gatewayTls'] {
  const { GATEWAY_TLS_PORT: port, GATEWAY_TLS_CERT: cert, GATEWAY_TLS_KEY: key } = env;
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) {
    throw new StartError('GATEWAY_TLS_CERT and GATEWAY_TLS_KEY must be set together.');
  }
  return { port, cert: resolve(projectRoot, cert), key: resolve(projectRoot, key) };
}

function mqttConfig(env: Environment): MqttConfig | undefined {
  if (env.MQTT_URL === undefined) return undefined;
  if ((env.MQTT_CERT === undefined) !== (env.MQTT_KEY === undefined)) {
    throw new StartError('MQTT_CERT and MQTT_KEY must be set together.');
  }
  const file = (path: string | undefined) => path && resolve(projectRoot, path);
  return {
    url: env.MQTT_URL,
    username: env.MQTT_USERNAME,
    password: env.MQTT_PASSWORD,
    clientId: env.MQTT_CLIENT_ID,
    topic: env.MQTT_TOPIC,
    share: env.MQTT_SHARE,
    ca: file(env.MQTT_CA),
    cert: file(env.MQTT_CERT),
    key: file(env.MQTT_KEY),
  };
}

/** Requires the variables that a choice depends on. */
function neededBy<Choice extends keyof Environment>(env: Environment, choice: Choice) {
  return <Name extends keyof Environment>(name: Name): NonNullable<Environment[Name]> => {
    const value = env[name];
    if (value === undefined || value === null) {
      throw new StartError(`${choice} is ${env[choice]}, so the variable ${name} must be set too.`);
    }
    return value;
  };
}

function mapProvider(env: Environment): TileProvider | undefined {
  const needed = neededBy(env, 'MAP_PROVIDER');
  switch (env.MAP_PROVIDER) {
    case 'bundled':
      return undefined;
    case 'tianditu':
      return tianditu(needed('MAP_KEY'));
    case 'amap':
      return amap();
    case 'baidu':
      return baidu(needed('MAP_KEY'));
    case 'tiles':
      return {
        id: 'tiles',
        tiles: {
          general: needed('MAP_GENERAL_URL'),
          satellite: env.MAP_SATELLITE_URL,
          dark: env.MAP_DARK_URL,
        },
        hosts: env.MAP_HOSTS,
        key: env.MAP_KEY,
        max_zoom: env.MAP_MAX_ZOOM,
        attribution: env.MAP_ATTRIBUTION,
      };
  }
}

function smsConfig(env: Environment): SmsConfig {
  const needed = neededBy(env, 'SMS_PROVIDER');
  switch (env.SMS_PROVIDER) {
    case 'outbox':
      return { provider: 'outbox' };
    case 'webhook':
      return { provider: 'webhook', url: needed('SMS_WEBHOOK_URL') };
    case 'aliyun':
      return {
        provider: 'aliyun',
        keyId: needed('SMS_ALIYUN_KEY_ID'),
        keySecret: needed('SMS_ALIYUN_KEY_SECRET'),
        signName: needed('SMS_ALIYUN_SIGN_NAME'),
        templateCode: needed('SMS_ALIYUN_TEMPLATE_CODE'),
      };
  }
}
