/**
 * A file of many tiles, read in parts: the length of the index (32 bits, little end first), the index as JSON
 * (`z/x/y` to where the tile begins after the index, and how long it is), the tiles. `tools/basemap` writes it.
 */
export interface TilePack {
  /** Nothing where the pack has no such tile: there is only sea. */
  tile(key: string, signal: AbortSignal): Promise<ArrayBuffer | undefined>;
}

type Index = Record<string, [offset: number, length: number]>;

/** Every index of the bundled packs is shorter. */
const headBytes = 32_768;

export function tilePack(url: string): TilePack {
  let opening: Promise<{ index: Index; start: number }> | undefined;
  const open = () => {
    opening ??= readHead(url).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    tile: async (key, signal) => {
      const { index, start } = await open();
      const place = index[key];
      if (!place) return undefined;
      const [offset, length] = place;
      const bytes = await bytesOf(url, start + offset, length, { signal });
      // Of a part that was broken off before, Chromium's cache gives what it has and calls it whole.
      return bytes.byteLength === length
        ? bytes
        : bytesOf(url, start + offset, length, { signal, cache: 'reload' });
    },
  };
}

async function readHead(url: string): Promise<{ index: Index; start: number }> {
  const head = await bytesOf(url, 0, headBytes);
  const start = 4 + new DataView(head).getUint32(0, true);
  return { index: JSON.parse(new TextDecoder().decode(head.slice(4, start))) as Index, start };
}

async function bytesOf(
  url: string,
  from: number,
  length: number,
  how: RequestInit = {},
): Promise<ArrayBuffer> {
  const range = `bytes=${from}-${from + length - 1}`;
  const response = await fetch(url, { ...how, headers: { range } });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const bytes = await response.arrayBuffer();
  // A server without ranges answers with the whole file.
  return response.status === 206 ? bytes : bytes.slice(from, from + length);
}

export async function unzipped(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}
