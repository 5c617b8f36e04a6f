import type { Frame } from './frame.ts';
import { Framer } from './framer.ts';

/** The frames in complete data: a line of a log, pasted text. A missing line end is added. */
export function framesIn(bytes: Uint8Array): Frame[] {
  const framer = new Framer();
  const frames = [...framer.push(bytes), ...framer.push(LINE_END), ...framer.expire()];
  if (framer.looseBytes > 0) frames.at(-1)?.deviations.push('junk_after');
  return frames;
}

const LINE_END = Uint8Array.of(0x0d, 0x0a);
