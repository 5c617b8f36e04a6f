/**
 * Archive of tiles, read by range requests: length of the index (32 bits, little endian), index as JSON (`z/x/y` to
 * offset after the index and length), tiles. Written by `tools/basemap`.
 */
export interface TilePack {
  /** Undefined if the pack lacks the tile: open sea. */
  tile(key: string, signal: AbortSignal): Promise<ArrayBuffer | undefined>;
}

type Index = Record<string, [offset: number, length: number]>;

/** Longer than the index of any bundled pack. */
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
      // After an interrupted download, Chromium's cache may return a truncated range as complete: reload it.
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
  // Servers without range support return the whole file.
  return response.status === 206 ? bytes : bytes.slice(from, from + length);
}

export async function unzipped(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}
