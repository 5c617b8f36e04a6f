import { addProtocol, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import chinaUrl from './basemap/china.tiles?url';
import reliefUrl from './basemap/relief.tiles?url';
import worldUrl from './basemap/world.tiles?url';
import { tilePack, unzipped } from './tile-pack.ts';

const scheme = 'basemap';
const packs = { world: tilePack(worldUrl), china: tilePack(chinaUrl), relief: tilePack(reliefUrl) };

type PackName = keyof typeof packs;

/** The address that the renderer asks a bundled pack's tiles under. */
export function packAddress(name: PackName): string {
  return `${scheme}://${name}/{z}/{x}/{y}`;
}

/** Once in the life of the page: where the renderer's worker is, and where the bundled tiles come from. */
export function prepareRenderer(): void {
  if (prepared) return;
  prepared = true;
  setWorkerUrl(workerUrl);
  addProtocol(scheme, async ({ url }, { signal }) => {
    const [name = '', ...key] = url.slice(`${scheme}://`.length).split('/');
    const bytes = await packs[name as PackName].tile(key.join('/'), signal);
    // A new one each time: it is handed over to the worker.
    if (!bytes) return { data: new ArrayBuffer(0) };
    return { data: name === 'relief' ? bytes : await unzipped(bytes) };
  });
}

let prepared = false;
