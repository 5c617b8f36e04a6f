import { crc, crcText } from '#protocol/crc.ts';
import { encodeText } from '#protocol/text.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';

/** Faults of a station on the wire. `ordinary` has none. */
export interface Mode {
  /** The pieces to write instead of a frame; `n` counts the frames that this station has sent. */
  spoil?(frame: Uint8Array, n: number): Uint8Array[];
  /** Writes each piece only after the previous one was written. */
  drips?: boolean;
  /** Sends several frames without waiting for acknowledgement, and joins those of the same tick. */
  merges?: boolean;
  /** Neither waits for acknowledgements nor resends. */
  careless?: boolean;
  /** Offset of its clock. */
  clockOffMs?: number;
  /** Sends nothing after this many frames, but stays connected. */
  silentAfter?: number;
  /** Never reads from the socket. */
  deaf?: boolean;
  /** Sends as fast as the socket accepts. */
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
  // With one bit flipped the CRC can never match.
  spoilt.set(encodeText(crcText(crc(segment) ^ 1)), spoilt.length - CRC_AND_TAIL);
  return spoilt;
}

function wrongLength(frame: Uint8Array): Uint8Array {
  const spoilt = frame.slice();
  spoilt.set(encodeText(String(frame.length - 10).padStart(4, '0')), 2);
  return spoilt;
}

/** Noise of modems and broken cables between frames; the third looks like the start of a frame. */
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
  // Occasionally, as on a poor line.
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

/** Gives a fixed share of the stations a poor line. */
export function lifelikeMode(place: number): ModeName {
  if (place % 40 === 12) return 'noisy-line';
  return place % 60 === 33 ? 'chatty-modem' : 'ordinary';
}

export function modeOf(name: ModeName): Mode {
  return modes[name];
}
