import { access, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/instance/config.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import type { Peer, Servers } from './registry.ts';

type Place = Pick<Config, 'filesDir' | 'roles'>;

const FOLDER = 'servers';

const signOf = ({ filesDir }: Place, process_id: string) => join(filesDir, FOLDER, process_id);
const usesFiles = (roles: Iterable<string>) => [...roles].some((role) => role !== 'gateway');

/**
 * Leaves a marker in the files folder, by which other servers see that they share it. Returns a function that removes
 * it.
 */
export async function leaveSign(place: Place, { process_id, peers }: Servers): Promise<() => Promise<void>> {
  if (!usesFiles(place.roles)) return async () => undefined;
  await mkdir(join(place.filesDir, FOLDER), { recursive: true, mode: 0o700 });
  const known = new Set(peers.map((peer) => peer.process_id));
  // Removes markers of servers that were killed, but not of one that is just starting.
  for (const name of await readdir(join(place.filesDir, FOLDER))) {
    const sign = signOf(place, name);
    const leftAt = await stat(sign).catch(() => undefined);
    if (!known.has(name) && leftAt && Date.now() - leftAt.mtimeMs > DAY_MS) await rm(sign, { force: true });
  }
  await writeFile(signOf(place, process_id), '');
  return () => rm(signOf(place, process_id), { force: true });
}

/** Servers that use another files folder: files that one of them writes cannot be served by the other. */
export async function unsharedWith(place: Place, { peers }: Pick<Servers, 'peers'>): Promise<string[]> {
  if (!usesFiles(place.roles)) return [];
  const apart = async ({ process_id, host, data_dir }: Peer) => {
    const isHere = await access(signOf(place, process_id)).then(
      () => true,
      () => false,
    );
    return isHere ? [] : [`${host}:${data_dir}`];
  };
  // A server whose listeners are not open yet may not have left its marker.
  const open = peers.filter(({ roles, address }) => usesFiles(roles) && address !== null);
  return (await Promise.all(open.map(apart))).flat();
}
