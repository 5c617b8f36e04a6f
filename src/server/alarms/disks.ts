import type { App } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { hasEased, shortOf } from '#server/health/disks.ts';
import type { Disk } from '#shared/contract/platform/platform-status.ts';
import { storeEpisodes } from './episodes.ts';
import type { AlarmSetup } from './setup.ts';
import { raisedRecord, recoveredRecord } from './watch.ts';

interface Open {
  side: string;
  level: 'warning' | 'alarm';
  from_at: string;
  raised_at: string;
}

/** Space that runs short where the platform keeps its data: an alarm of no station. */
export async function watchDisks(
  { pool, now }: Pick<App, 'pool' | 'now'>,
  disks: readonly Disk[],
  setup: AlarmSetup,
  guard: (db: Db) => Promise<void>,
): Promise<void> {
  const at = now();
  const open = await pool.rows<Open>(sql`
    select side, level, from_at, raised_at from alarm where kind = 'disk' and site_id is null and ended_at is null`);
  const { enabled } = setup.kindOfAll('disk');
  const raised = disks.flatMap((disk) => {
    const short = shortOf(disk);
    if (!enabled || !short || open.some(({ side }) => side === disk.holds)) return [];
    const { holds: side, free, total } = disk;
    const level = short === 'critical' ? 'alarm' : 'warning';
    return [
      raisedRecord('disk', { site_id: null, side, from: at.getTime(), details: { free, total } }, level, at),
    ];
  });
  const recovered = open
    .filter(({ side }) => {
      const disk = disks.find(({ holds }) => holds === side);
      return !disk || !enabled || hasEased(disk);
    })
    .map((one) => recoveredRecord('disk', { ...one, site_id: null, component_id: null }, at));
  if (raised.length === 0 && recovered.length === 0) return;
  await pool.tx({}, async (db) => {
    await guard(db);
    await storeEpisodes(db, [...recovered, ...raised], at);
  });
}
