import { addProtocol } from 'maplibre-gl';
import { fromWgs84 } from '#shared/domain/coordinates.ts';

export const SHIFTED = 'gcj02';
const SIZE = 256;

/** A place on the square of the whole world, each side 1. */
function worldOf(longitude: number, latitude: number): [number, number] {
  const sine = Math.sin((latitude * Math.PI) / 180);
  return [longitude / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
}

function placeOf(x: number, y: number) {
  const latitude = (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
  return { longitude: (x - 0.5) * 360, latitude };
}

/** Where the upper left corner of a true tile lies among shifted ones, in tiles. The shift hardly changes within one. */
export function shiftedCorner(z: number, x: number, y: number): [number, number] {
  const count = 2 ** z;
  const middle = placeOf((x + 0.5) / count, (y + 0.5) / count);
  const shifted = fromWgs84(middle, 'gcj02');
  const [trueX, trueY] = worldOf(middle.longitude, middle.latitude);
  const [newX, newY] = worldOf(shifted.longitude, shifted.latitude);
  return [x + (newX - trueX) * count, y + (newY - trueY) * count];
}

/** The address of tiles that are put together from shifted ones. */
export function shiftedAddress(address: string): string {
  return `${SHIFTED}://{z}/{x}/{y}/${encodeURIComponent(address)}`;
}

async function fetchTile(template: string, z: number, x: number, y: number, signal: AbortSignal) {
  const count = 2 ** z;
  if (y < 0 || y >= count) return undefined;
  const url = template
    .replace('{z}', String(z))
    .replace('{x}', String((x + count) % count))
    .replace('{y}', String(y));
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new Error(`tile ${answer.status}`);
  return createImageBitmap(await answer.blob());
}

/** Draws up to four shifted tiles on a sheet whose corner lies where the true one does. */
async function shiftedTile(url: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const [z = 0, x = 0, y = 0] = url.slice(`${SHIFTED}://`.length).split('/').slice(0, 3).map(Number);
  const template = decodeURIComponent(url.slice(url.lastIndexOf('/') + 1));
  const [left, top] = shiftedCorner(z, x, y);
  const [firstX, firstY] = [Math.floor(left), Math.floor(top)];
  const sheet = new OffscreenCanvas(SIZE, SIZE);
  const context = sheet.getContext('2d');
  const wanted = [0, 1].flatMap((dx) => [0, 1].map((dy) => [firstX + dx, firstY + dy] as const));
  await Promise.all(
    wanted.map(async ([tileX, tileY]) => {
      const at = [Math.round((tileX - left) * SIZE), Math.round((tileY - top) * SIZE)] as const;
      if (at[0] >= SIZE || at[1] >= SIZE) return;
      const tile = await fetchTile(template, z, tileX, tileY, signal);
      if (tile) context?.drawImage(tile, at[0], at[1], SIZE, SIZE);
    }),
  );
  return (await sheet.convertToBlob()).arrayBuffer();
}

let ready = false;

/** Teaches the renderer to put shifted tiles where their places are, so that stations need no shift. */
export function prepareShiftedTiles(): void {
  if (ready) return;
  ready = true;
  addProtocol(SHIFTED, async ({ url }, { signal }) => ({ data: await shiftedTile(url, signal) }));
}
