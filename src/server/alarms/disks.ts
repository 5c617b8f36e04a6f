import type { App } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { hasEased, shortOf } from '#server/health/disks.ts';
import type { Disk } from '#shared/contract/platform/platform-status.ts';
import { type EpisodeRecord, storeEpisodes } from './episodes.ts';
import type { AlarmSetup } from './setup.ts';
import { raisedRecord, recoveredRecord } from './watch.ts';

interface Open {
  side: string;
  level: 'warning' | 'alarm';
  from_at: string;
  raised_at: string;
}

/**
 * Low disk space where the platform keeps its data: a platform alarm, which belongs to no site, at the configured
 * level; critically low space is always at level "alarm".
 */
export async function watchDisks(
  { pool, now }: Pick<App, 'pool' | 'now'>,
  disks: readonly Disk[],
  setup: AlarmSetup,
  guard: (db: Db) => Promise<void>,
): Promise<void> {
  const at = now();
  const open = await pool.rows<Open>(sql`
    select side, level, from_at, raised_at from alarm where kind = 'disk' and site_id is null and ended_at is null`);
  const setting = setup.kindOfAll('disk');
  const wrong = disks.flatMap((disk) => {
    const short = setting.enabled ? shortOf(disk) : undefined;
    if (!short) return [];
    const known = open.find(({ side }) => side === disk.holds);
    const level = short === 'critical' ? 'alarm' : setting.level;
    if (!known) return [raisedRecord('disk', wrongOf(disk, at), level, at)];
    return level === 'alarm' && known.level === 'warning' ? [worsened(disk, known, at)] : [];
  });
  const recovered = open
    .filter(({ side }) => {
      const disk = disks.find(({ holds }) => holds === side);
      return !disk || !setting.enabled || hasEased(disk);
    })
    .map((one) => recoveredRecord('disk', { ...one, site_id: null, component_id: null }, at));
  if (wrong.length === 0 && recovered.length === 0) return;
  await pool.tx({}, async (db) => {
    await guard(db);
    await storeEpisodes(db, [...recovered, ...wrong], at);
  });
}

function wrongOf({ holds, free, total }: Disk, at: Date) {
  return { site_id: null, side: holds, from: at.getTime(), details: { free, total } };
}

function worsened(disk: Disk, { from_at, raised_at }: Open, at: Date): EpisodeRecord {
  return {
    ...raisedRecord('disk', wrongOf(disk, at), 'alarm', at),
    from: Date.parse(from_at),
    raised: Date.parse(raised_at),
    steps: [{ did: 'worsened', level: 'alarm', tell: true }],
  };
}
