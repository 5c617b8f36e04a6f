import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import type { Secrets } from '#server/data-dir.ts';
import type { Notices } from '#server/db/notices.ts';
import type { Db } from '#server/db/pool.ts';
import { identifier, join, sql } from '#server/db/sql.ts';
import { platformSettings } from '#shared/contract/platform-config.ts';
import { setNetworkZone } from '#shared/domain/time.ts';
import { decrypt } from './cipher.ts';
import { defaultSettings, type Settings } from './defaults.ts';

export interface SettingsStore {
  /** As last read: for those who cannot wait for the database. */
  readonly current: Settings;
  read(db?: Db): Promise<Settings>;
}

interface Kept {
  [setting: string]: unknown;
  secrets?: Record<string, string> | null;
}

const columns = join(Object.keys(platformSettings.shape).map(identifier));

/** What the database has been told goes before what the environment says. */
export async function openSettings(
  pool: Db,
  config: Config,
  { signing_secret }: Secrets,
  notices: Notices,
  log: Logger,
): Promise<SettingsStore> {
  const defaults = defaultSettings(config);
  let current = defaults;
  const read = async (db = pool) => {
    // In one statement: a secret is never seen with the address that another one was entered for.
    const { secrets, ...set } =
      (await db.one<Kept>(sql`
        select ${columns}, (select jsonb_object_agg(secret_name, secret) from platform_secret) as secrets
          from platform_setting`)) ?? {};
    const opened = Object.entries(secrets ?? {}).map(([secret_name, secret]) => {
      const text = decrypt(secret, secret_name, signing_secret);
      if (text === undefined)
        log.warn({ secret_name }, 'a secret was stored under another data folder: set it again');
      return [secret_name, text];
    });
    return {
      ...defaults,
      ...withoutNothing(Object.entries(set)),
      ...withoutNothing(opened),
    } as Settings;
  };
  const refresh = async () => {
    current = await read();
    setNetworkZone(current.time_zone);
  };
  await refresh();
  notices.onChange((change) => {
    if (change !== 'settings' && change !== 'reconnected') return;
    refresh().catch((error: unknown) => log.warn({ err: error }, 'could not read the settings'));
  });
  return {
    get current() {
      return current;
    },
    read,
  };
}

function withoutNothing(entries: readonly (readonly unknown[])[]): Record<string, unknown> {
  return Object.fromEntries(
    entries.filter((entry): entry is [string, unknown] => entry[1] !== null && entry[1] !== undefined),
  );
}
