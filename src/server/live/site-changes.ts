import type { App } from '#server/app.ts';
import type { Changes } from '#server/db/listen.ts';
import { sql } from '#server/db/sql.ts';
import type { Hub } from './hub.ts';
import { lookWhenTold } from './look-when-told.ts';

/** Tells those who watch it that the list of sites is no longer what it was. */
export function tellOfSites({ pool, log }: Pick<App, 'pool' | 'log'>, hub: Hub, changes: Changes): void {
  let known: string | undefined;

  // What changes a factor or a protocol is told under the same name as what changes a site.
  const look = async () => {
    const found = await pool.one<{ state: string }>(
      sql`select concat_ws(' ', count(*), max(site_id), sum(version)) as state from site`,
    );
    if (known !== undefined && found?.state !== known) hub.publish([{ topic: 'sites' }]);
    known = found?.state;
  };
  lookWhenTold(changes, 'directory', look, log);
}
