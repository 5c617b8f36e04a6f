import type { App } from '#server/app.ts';
import type { Change, Changes } from '#server/db/listen.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Hub } from './hub.ts';
import { lookWhenTold } from './look-when-told.ts';

interface Watched {
  topic: 'sites' | 'maintenance';
  /** The notification, which also covers other changes. */
  change: Change;
  /** A text that differs once a row was added, removed or changed. */
  state: Sql;
}

const lists: readonly Watched[] = [
  {
    topic: 'sites',
    change: 'directory',
    state: sql`select concat_ws(' ', count(*), max(site_id), sum(version)) as state from site`,
  },
  {
    topic: 'maintenance',
    change: 'alarm_rules',
    state: sql`select concat_ws(' ', count(*), max(window_id), sum(version)) as state from maintenance_window`,
  },
];

/** Notifies viewers that a list has changed. */
export function tellOfLists({ pool, log }: Pick<App, 'pool' | 'log'>, hub: Hub, changes: Changes): void {
  for (const { topic, change, state } of lists) {
    let known: string | undefined;
    const look = async () => {
      const found = await pool.one<{ state: string }>(state);
      if (known !== undefined && found?.state !== known) hub.publish([{ topic }]);
      known = found?.state;
    };
    lookWhenTold(changes, change, look, log);
  }
}
