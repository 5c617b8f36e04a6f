import { addProtocol, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import chinaUrl from './basemap/china.tiles?url';
import reliefUrl from './basemap/relief.tiles?url';
import worldUrl from './basemap/world.tiles?url';
import { tilePack, unzipped } from './tile-pack.ts';

const scheme = 'basemap';
const packs = { world: tilePack(worldUrl), china: tilePack(chinaUrl), relief: tilePack(reliefUrl) };

type PackName = keyof typeof packs;

/** URL template of a bundled tile pack. */
export function packAddress(name: PackName): string {
  return `${scheme}://${name}/{z}/{x}/{y}`;
}

/** Registers the worker and the bundled tiles of the renderer, once per page. */
export function prepareRenderer(): void {
  if (prepared) return;
  prepared = true;
  setWorkerUrl(workerUrl);
  addProtocol(scheme, async ({ url }, { signal }) => {
    const [name = '', ...key] = url.slice(`${scheme}://`.length).split('/');
    const bytes = await packs[name as PackName].tile(key.join('/'), signal);
    // A new buffer each time: it is transferred to the worker.
    if (!bytes) return { data: new ArrayBuffer(0) };
    return { data: name === 'relief' ? bytes : await unzipped(bytes) };
  });
}

let prepared = false;
