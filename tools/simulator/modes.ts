import { crc, crcText } from '#protocol/crc.ts';
import { encodeText } from '#protocol/text.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';

/** How a station behaves on the wire. The ordinary one has nothing of all this. */
export interface Mode {
  /** What is written in place of a frame, piece by piece; `n` counts the frames that this station has sent. */
  spoil?(frame: Uint8Array, n: number): Uint8Array[];
  /** Writes each piece only when the one before it is on the wire. */
  drips?: boolean;
  /** Has several frames on the way, and hands those of one moment to the network in one piece. */
  merges?: boolean;
  /** Waits for no answer and remembers nothing. */
  careless?: boolean;
  /** Its clock is off by so much. */
  clockOffMs?: number;
  /** Says nothing more after so many frames, but stays connected. */
  silentAfter?: number;
  /** Never reads what it is sent. */
  deaf?: boolean;
  /** Sends as fast as the socket takes it. */
  flood?: boolean;
  /** Sends the parts of a split packet in the wrong order. */
  lastPartFirst?: boolean;
  /** Writes its logs in GBK. */
  gbk?: boolean;
}

const THIRD = 3;
const NOW_AND_THEN = 40;
const HEAD = 6;
const CRC_AND_TAIL = 6;

function wrongCrc(frame: Uint8Array): Uint8Array {
  const spoilt = frame.slice();
  const segment = spoilt.subarray(HEAD, -CRC_AND_TAIL);
  // One bit off is a check that no frame like this can have.
  spoilt.set(encodeText(crcText(crc(segment) ^ 1)), spoilt.length - CRC_AND_TAIL);
  return spoilt;
}

function wrongLength(frame: Uint8Array): Uint8Array {
  const spoilt = frame.slice();
  spoilt.set(encodeText(String(frame.length - 10).padStart(4, '0')), 2);
  return spoilt;
}

/** What modems and broken cables put between frames; the third looks like the beginning of one. */
const garbage = ['AT+CSQ\r\nOK\r\n', '\u0001\u0003\u0000\u0000\u0000\u0002', '##01', '\u0000\u0000####'].map(
  encodeText,
);

const modes = {
  ordinary: {},
  'wrong-crc': { spoil: (frame, n) => [n % THIRD === 0 ? wrongCrc(frame) : frame] },
  'wrong-length': { spoil: (frame, n) => [n % THIRD === 0 ? wrongLength(frame) : frame] },
  merged: { merges: true },
  'byte-by-byte': { drips: true, spoil: (frame) => Array.from(frame, (_, i) => frame.subarray(i, i + 1)) },
  garbage: { spoil: (frame, n) => [garbage[n % garbage.length] as Uint8Array, frame] },
  gbk: { gbk: true },
  duplicate: { spoil: (frame) => [frame, frame] },
  'parts-reversed': { lastPartFirst: true },
  'clock-ahead': { clockOffMs: 3 * HOUR_MS },
  'clock-behind': { clockOffMs: -26 * HOUR_MS },
  silent: { silentAfter: 1 },
  // Now and then, as on a poor line.
  'noisy-line': { spoil: (frame, n) => [n % NOW_AND_THEN === 7 ? wrongCrc(frame) : frame] },
  'chatty-modem': {
    spoil: (frame, n) =>
      n % NOW_AND_THEN === 7 ? [garbage[n % garbage.length] as Uint8Array, frame] : [frame],
  },
  deaf: { deaf: true, careless: true },
  flood: { flood: true, careless: true },
} as const satisfies Record<string, Mode>;

export type ModeName = keyof typeof modes;
export const modeNames = Object.keys(modes) as ModeName[];

/** Of stations in a row, which have a poor line. */
export function lifelikeMode(place: number): ModeName {
  if (place % 40 === 12) return 'noisy-line';
  return place % 60 === 33 ? 'chatty-modem' : 'ordinary';
}

export function modeOf(name: ModeName): Mode {
  return modes[name];
}
