import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const picture = fileURLToPath(
  new URL('node_modules/three-globe/example/img/earth-blue-marble.jpg', import.meta.url),
);
const zoom = 4;
const size = 256;

/** Reprojects the equirectangular picture of the earth to Mercator and cuts it into tiles. */
export async function reliefTiles() {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const side = size * 2 ** zoom;
  const row = side * info.channels;
  if (info.width !== side) throw new Error(`the picture is ${info.width} wide, not ${side}`);
  const drawn = Buffer.alloc(row * side);
  for (let y = 0; y < side; y++) {
    const latitude = Math.atan(Math.sinh(Math.PI * (1 - (2 * (y + 0.5)) / side)));
    const exact = (0.5 - latitude / Math.PI) * info.height - 0.5;
    const above = Math.max(0, Math.floor(exact));
    const below = Math.min(info.height - 1, above + 1);
    const share = exact - above;
    for (let i = 0; i < row; i++) {
      drawn[y * row + i] = Math.round(data[above * row + i] * (1 - share) + data[below * row + i] * share);
    }
  }
  const tiles = new Map();
  for (let x = 0; x < 2 ** zoom; x++) {
    for (let y = 0; y < 2 ** zoom; y++) {
      const part = sharp(drawn, { raw: { width: side, height: side, channels: info.channels } })
        .extract({ left: x * size, top: y * size, width: size, height: size })
        .webp({ quality: 72 });
      tiles.set(`${zoom}/${x}/${y}`, await part.toBuffer());
    }
  }
  return tiles;
}
