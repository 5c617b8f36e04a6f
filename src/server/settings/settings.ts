import type { Logger } from 'pino';
import type * as z from 'zod';
import type { Changes } from '#server/db/listen.ts';
import type { Db } from '#server/db/pool.ts';
import { identifier, join, sql } from '#server/db/sql.ts';
import type { Config } from '#server/instance/config.ts';
import type { Secrets } from '#server/instance/data-dir.ts';
import { type alarmTelling, tellingDefaults, tellingShape } from '#shared/contract/alarms/telling.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { platformSecrets, platformSettings } from '#shared/contract/platform/platform-config.ts';
import {
  calendarDefaults,
  calendarShape,
  type orderCalendar,
} from '#shared/contract/work-orders/calendar.ts';
import { tileProblem } from '#shared/domain/tile-provider.ts';
import { setNetworkZone } from '#shared/domain/time.ts';
import { decrypt } from './cipher.ts';
import { defaultSettings, type Settings, tileProvider } from './defaults.ts';
import { unusableOf } from './usable.ts';

export interface SettingsStore {
  /** As last read, for code that cannot wait for the database. */
  readonly current: Settings;
  /** Names of stored values that cannot be used, as last read; their defaults are used instead. */
  readonly unusable: readonly string[];
  read(db?: Db): Promise<Settings>;
}

type Telling = AnswerOf<typeof alarmTelling.data>;
type Calendar = AnswerOf<typeof orderCalendar.data>;

interface Kept {
  [setting: string]: unknown;
  secrets?: Record<string, string> | null;
}

const columns = join(Object.keys(platformSettings.shape).map(identifier));
const schemas = { ...platformSettings.shape, ...platformSecrets.shape } as Record<string, z.ZodType>;

/** Values in the database take precedence over the environment. */
export async function openSettings(
  pool: Db,
  config: Config,
  { signing_secret }: Secrets,
  changes: Changes,
  log: Logger,
): Promise<SettingsStore> {
  const defaults = defaultSettings(config);
  let current = { settings: defaults, unusable: [] as string[] };
  const readAll = async (db: Db) => {
    // One statement, so that a secret and the address that it belongs to are always read together.
    const { secrets, ...set } =
      (await db.one<Kept>(sql`
        select ${columns}, (select jsonb_object_agg(secret_name, secret) from platform_secret) as secrets
          from platform_setting`)) ?? {};
    const opened = Object.keys(platformSecrets.shape).map((name) => {
      const secret = secrets?.[name];
      return [name, secret === undefined ? null : decrypt(secret, name, signing_secret)] as const;
    });
    const { usable, unusable } = checked([...Object.entries(set), ...opened]);
    return withUsableTiles({ settings: { ...defaults, ...usable } as Settings, unusable });
  };
  const refresh = async () => {
    const [read, elsewhere] = await Promise.all([readAll(pool), unusableElsewhere(pool)]);
    current = { ...read, unusable: [...read.unusable, ...elsewhere] };
    if (current.unusable.length > 0)
      log.warn({ settings: current.unusable }, 'stored settings cannot be used: their defaults hold');
    setNetworkZone(current.settings.time_zone);
  };
  await refresh();
  let refreshing = Promise.resolve();
  changes.onChange((change) => {
    if (change !== 'settings' && change !== 'reconnected') return;
    // One after the other, so that an older result cannot replace a newer one.
    refreshing = refreshing
      .then(refresh)
      .catch((error: unknown) => log.warn({ err: error }, 'could not read the settings'));
  });
  return {
    get current() {
      return current.settings;
    },
    get unusable() {
      return current.unusable;
    },
    read: async (db = pool) => (await readAll(db)).settings,
  };
}

/** Unusable values of settings with tables of their own; their readers use defaults instead. */
async function unusableElsewhere(db: Db): Promise<string[]> {
  const stored = await db.one<{ telling: Telling; calendar: Calendar }>(sql`
    select (select to_jsonb(a) from alarm_setting a) as telling, (select to_jsonb(c) from order_calendar c) as calendar`);
  if (!stored) return [];
  return [
    ...unusableOf<Telling>(tellingShape, stored.telling, tellingDefaults),
    ...unusableOf<Calendar>(calendarShape, stored.calendar, calendarDefaults).map((name) => `order_${name}`),
  ];
}

/** Addresses and hosts may be valid one by one, but give no origins or too many for a header. */
function withUsableTiles(read: { settings: Settings; unusable: string[] }) {
  const provider = tileProvider(read.settings);
  if (!provider || !tileProblem(provider)) return read;
  return {
    settings: { ...read.settings, map_provider: 'bundled' as const },
    unusable: [...read.unusable, 'map_provider'],
  };
}

/**
 * Stored values are validated like submitted ones: an older version, a restored database or a manual change may have
 * stored something that would break a request. Null is not set; undefined is a secret of another data folder.
 */
function checked(stored: readonly (readonly [string, unknown])[]) {
  const usable: Record<string, unknown> = {};
  const unusable: string[] = [];
  for (const [name, value] of stored) {
    if (value === null) continue;
    const parsed = schemas[name]?.safeParse(value);
    if (parsed?.success) usable[name] = parsed.data;
    else unusable.push(name);
  }
  return { usable, unusable };
}
