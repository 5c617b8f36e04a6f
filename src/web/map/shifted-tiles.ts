import { addProtocol } from 'maplibre-gl';
import type { ShiftedDatum } from '#shared/domain/tile-provider.ts';
import { type Piece, piecesOf, tileGrids } from './tile-grids.ts';

const SIZE = 256;
const OVERLAP = 0.5;

/** Address of tiles composed from those of another grid. */
export function shiftedAddress(address: string, datum: ShiftedDatum): string {
  return `${datum}://{z}/{x}/{y}/${encodeURIComponent(address)}`;
}

async function drawn(url: string, signal: AbortSignal): Promise<ImageBitmap> {
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new Error(`tile ${answer.status}`);
  return createImageBitmap(await answer.blob());
}

/** Draws the tiles of the other grid onto one tile of ours. */
async function shiftedTile(datum: ShiftedDatum, url: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const [z = 0, x = 0, y = 0] = url.slice(`${datum}://`.length).split('/').slice(0, 3).map(Number);
  const template = decodeURIComponent(url.slice(url.lastIndexOf('/') + 1));
  const grid = tileGrids[datum];
  const zoom = grid.zoomOf(z);
  const sheet = new OffscreenCanvas(SIZE, SIZE);
  const context = sheet.getContext('2d');
  const draw = async ({ x: column, y: row, corner, right, below }: Piece) => {
    const named = grid.named(column, row, zoom);
    if (!named) return;
    const places: Record<string, number> = { '{z}': zoom, '{x}': named[0], '{y}': named[1] };
    const address = template.replace(/\{[zxy]\}/g, (place) => String(places[place]));
    const tile = await drawn(address, signal);
    const across = [(right[0] - corner[0]) / SIZE, (right[1] - corner[1]) / SIZE] as const;
    const down = [(below[0] - corner[0]) / SIZE, (below[1] - corner[1]) / SIZE] as const;
    context?.setTransform(...across, ...down, ...corner);
    // Slightly enlarged, so that no seams show.
    context?.drawImage(tile, 0, 0, SIZE + OVERLAP, SIZE + OVERLAP);
  };
  await Promise.all(piecesOf(grid, z, x, y, SIZE).map(draw));
  return (await sheet.convertToBlob()).arrayBuffer();
}

let ready = false;

/** Registers protocols that reproject shifted tiles, so that stations need no shift. */
export function prepareShiftedTiles(): void {
  if (ready) return;
  ready = true;
  for (const datum of Object.keys(tileGrids) as ShiftedDatum[]) {
    addProtocol(datum, async ({ url }, { signal }) => ({ data: await shiftedTile(datum, url, signal) }));
  }
}
