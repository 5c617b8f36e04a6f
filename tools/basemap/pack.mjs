import { writeFileSync } from 'node:fs';

/**
 * A file of tiles: the length of the index (32-bit little-endian), the index, the tiles. The index is JSON: `z/x/y` to
 * the offset after the index and the length. Replaces hundreds of small files by one that is read in parts.
 */
export function writePack(file, tiles) {
  const index = {};
  let offset = 0;
  for (const [key, bytes] of tiles) {
    index[key] = [offset, bytes.length];
    offset += bytes.length;
  }
  const head = Buffer.from(JSON.stringify(index));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  writeFileSync(file, Buffer.concat([length, head, ...tiles.values()]));
  console.log(
    `${file}: ${tiles.size} tiles, ${((4 + head.length + offset) / 1024).toFixed(0)} kB, index ${head.length} B`,
  );
}
