import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/instance/config.ts';
import type { Disk, Level } from '#shared/contract/platform/platform-status.ts';

const GB = 1024 ** 3;
/** Defaults: an absolute amount or, for a small disk, a share of it. */
const bounds = {
  warning: { bytes: 10 * GB, part: 0.15 },
  critical: { bytes: 2 * GB, part: 0.05 },
};

interface Space {
  free: number;
  total: number;
  /** The device number. */
  device: number;
}
export type Look = (path: string) => Promise<Space>;

/**
 * The disks that hold the files and the embedded database: one, unless the database was moved. An external PostgreSQL's
 * disk cannot be checked from here.
 */
export async function disksOf(config: Config, look: Look = lookAt): Promise<Disk[]> {
  const files = await look(config.filesDir);
  if (config.databaseUrl !== undefined) return [disk('files', files, config)];
  const database = await look(join(config.dataDir, 'postgres')).catch(() => files);
  if (database.device === files.device) return [disk('all', files, config)];
  return [disk('files', files, config), disk('database', database, config)];
}

function disk(
  holds: Disk['holds'],
  { free, total }: Space,
  { disk: { warningGb, criticalGb } }: Config,
): Disk {
  const below = (level: Level, gb: number | undefined) =>
    gb === undefined ? Math.min(bounds[level].bytes, total * bounds[level].part) : gb * GB;
  return {
    holds,
    free,
    total,
    warning_below: Math.round(below('warning', warningGb)),
    critical_below: Math.round(below('critical', criticalGb)),
  };
}

/** The level of a shortage; `ease` raises the bounds. */
export function shortOf({ free, warning_below, critical_below }: Disk, ease = 1): Level | undefined {
  if (free < critical_below * ease) return 'critical';
  return free < warning_below * ease ? 'warning' : undefined;
}

/** Hysteresis: free space that fluctuates around a bound is one shortage, not many. */
const EASE = 1.1;

/** Whether a shortage is over. */
export function hasEased(disk: Disk): boolean {
  return shortOf(disk, EASE) === undefined;
}

async function lookAt(path: string): Promise<Space> {
  const [{ bavail, blocks, bsize }, { dev }] = await Promise.all([statfs(path), stat(path)]);
  return { free: bavail * bsize, total: blocks * bsize, device: dev };
}
