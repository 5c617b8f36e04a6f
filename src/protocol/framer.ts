import { CRC_START, crcByte, crcText, highAfterFour } from './crc.ts';
import type { Deviation, Frame, Verdict } from './frame.ts';
import {
  CR,
  CRC_DIGITS,
  countDigits,
  HASH,
  HEAD,
  isCheck,
  isMark,
  isStrongHead,
  isTail,
  LF,
  mayEnd,
  numberAt,
  oddCheck,
  STAR,
  STRONG_HEAD,
  sameCrc,
} from './frame-bytes.ts';

/** No vendor sends more marks than this. */
const MAX_MARKS = 8;

/** The standard allows 1024; devices in the field send longer ones. */
const MAX_SEGMENT = 10_240;
/** Segment, CRC and a few stray marks before the tail. */
const MAX_SCAN = MAX_SEGMENT + 64;
const FIRST_CAPACITY = 2048;

/**
 * A frame with a wrong length is cut at the first head inside it, and the rest is scanned again. Nested heads would
 * make that quadratic, so rescans are limited: each new byte allows two rescanned bytes, with this credit in advance.
 */
const LOOKS_IN_ADVANCE = 64 * 1024;
const LOOKS_PER_NEW_BYTE = 2;

const NOTHING = new Uint8Array(0);

type Outcome = 'ended' | 'go on' | 'wait';

/**
 * Cuts frames from a byte stream; the result does not depend on the chunks. Each byte is scanned once, or a few times
 * in broken frames: the CRC is computed incrementally, so each possible end of a frame is checked in constant time.
 * Bytes that cannot be a frame are counted as junk and skipped.
 */
export class Framer {
  private buffer: Uint8Array = NOTHING;
  /** The buffer is the caller's chunk. */
  private borrowed = false;
  private end = 0;
  /** Position of the current frame's `##`; -1 while looking for one. */
  private head = -1;
  /** The next byte to scan. */
  private at = 0;
  private segmentStart = 0;
  private declared = Number.NaN;
  /** The declared length was checked and is wrong. */
  private declaredFailed = false;
  /** Position of the first possible head inside this frame; -1 if there is none. */
  private innerHead = -1;
  /** Position of the last one. */
  private lastHead = -1;
  /** End of the scanned part of the stream; rescanned bytes that new bytes have not paid for yet. */
  private seen = 0;
  private debt = 0;
  private register = CRC_START;
  /** The register before each of the last bytes, because a CRC of four digits and stray marks may be at the end. */
  private readonly trail = new Uint16Array(16);
  private frames: Frame[] = [];
  private expired = false;

  /** Bytes outside frames: registration strings of modems, echoes, noise. */
  junkBytes = 0;
  /** Those since the last frame; recorded as a deviation of the next one. */
  looseBytes = 0;

  push(chunk: Uint8Array): Frame[] {
    this.append(chunk);
    return this.run(false);
  }

  /** Called after a timeout: ends the unfinished frame, so that it cannot block the stream. */
  expire(): Frame[] {
    return this.run(true);
  }

  /** Bytes kept for an incomplete frame. */
  get pending(): number {
    return this.end - (this.head >= 0 ? this.head : this.at);
  }

  private run(expired: boolean): Frame[] {
    this.frames = [];
    this.expired = expired;
    while (this.at < this.end || (expired && this.head >= 0)) {
      if (this.head < 0 ? !this.findHead() : !this.scan()) break;
    }
    this.compact();
    return this.frames;
  }

  private append(chunk: Uint8Array): void {
    if (this.end === 0) {
      // Nothing is pending: the chunk itself is scanned, without a copy. It is never written to.
      this.buffer = chunk;
      this.end = chunk.length;
      this.borrowed = true;
      return;
    }
    const needed = this.end + chunk.length;
    if (needed > this.buffer.length) {
      const larger = new Uint8Array(Math.max(needed, this.buffer.length * 2, FIRST_CAPACITY));
      larger.set(this.buffer.subarray(0, this.end));
      this.buffer = larger;
      this.borrowed = false;
    }
    this.buffer.set(chunk, this.end);
    this.end = needed;
  }

  /** Moves the rest to the front of a buffer of our own; a buffer that a burst enlarged is replaced by a small one. */
  private compact(): void {
    const from = this.head >= 0 ? this.head : this.at;
    const left = this.end - from;
    if (left === 0) this.buffer = NOTHING;
    else if (this.borrowed || (this.buffer.length > 4 * FIRST_CAPACITY && left < FIRST_CAPACITY)) {
      const kept = new Uint8Array(Math.max(FIRST_CAPACITY, left));
      kept.set(this.buffer.subarray(from, this.end));
      this.buffer = kept;
    } else if (from > 0) this.buffer.copyWithin(0, from, this.end);
    this.borrowed = false;
    this.end = left;
    this.at -= from;
    this.segmentStart -= from;
    this.seen -= from;
    if (this.innerHead >= 0) this.innerHead -= from;
    this.lastHead -= from;
    if (this.head >= 0) this.head = 0;
  }

  /** Looks for `##` and the length; false if more bytes are needed. */
  private findHead(): boolean {
    const { buffer, end } = this;
    let at = this.at;
    while (at < end && buffer[at] !== HASH) {
      if (buffer[at] !== CR && buffer[at] !== LF) this.countJunk(1);
      at += 1;
    }
    this.at = at;
    if (end - at < HEAD) return this.expired && this.skip();
    if (buffer[at + 1] !== HASH) return this.skip();
    const digits = countDigits(buffer, at + 2, Math.min(at + HEAD, end));
    if (digits === 0) return this.skip();
    this.begin(at, digits);
    return true;
  }

  private skip(): boolean {
    if (this.at >= this.end) return false;
    this.at += 1;
    this.countJunk(1);
    return true;
  }

  private countJunk(bytes: number): void {
    this.junkBytes += bytes;
    this.looseBytes += bytes;
  }

  private begin(head: number, digits: number): void {
    const length = digits === 4 ? numberAt(this.buffer, head + 2, 4) : Number.NaN;
    this.head = head;
    this.segmentStart = head + 2 + digits;
    this.at = this.segmentStart;
    this.declared = length;
    this.declaredFailed = !(length <= MAX_SEGMENT);
    this.register = CRC_START;
    this.innerHead = -1;
  }

  /** Scans the bytes after the length; true if the frame has ended. */
  private scan(): boolean {
    const { buffer, end, segmentStart, trail } = this;
    const declaredEnd = segmentStart + this.declared + CRC_DIGITS;
    if (this.at === segmentStart && declaredEnd <= end && this.isPlain(declaredEnd)) return true;
    const limit = segmentStart + MAX_SCAN;
    let register = this.register;
    let at = this.at;
    for (; at < end; at++) {
      const byte = buffer[at] as number;
      const atDeclaredEnd = at === declaredEnd && !this.declaredFailed;
      if (atDeclaredEnd || byte === CR || byte === LF || byte === HASH || at === limit) {
        this.at = at;
        this.register = register;
        const outcome = this.look(at, atDeclaredEnd);
        if (outcome !== 'go on') return outcome === 'ended';
      }
      trail[(at - segmentStart) & 15] = register;
      register = crcByte(register, byte);
    }
    this.at = at;
    this.register = register;
    // Complete with a correct CRC: no need to wait for the tail.
    if (at === declaredEnd && !this.declaredFailed && this.isChecked(at)) {
      this.finish(at - CRC_DIGITS, at, 'ok');
      return true;
    }
    return this.expired && this.finishExpired();
  }

  /** Fast path: the frame is complete, has no byte that could end it earlier, and its CRC is correct. */
  private isPlain(declaredEnd: number): boolean {
    const { buffer, segmentStart } = this;
    const crcStart = declaredEnd - CRC_DIGITS;
    let high = CRC_START >> 8;
    let at = segmentStart;
    for (const last = crcStart - 4; at < last; at += 4) {
      const one = buffer[at] as number;
      const two = buffer[at + 1] as number;
      const three = buffer[at + 2] as number;
      const four = buffer[at + 3] as number;
      if (one <= HASH || two <= HASH || three <= HASH || four <= HASH) {
        if (mayEnd(one) || mayEnd(two) || mayEnd(three) || mayEnd(four)) return false;
      }
      high = highAfterFour(high, one, two, three, four);
    }
    let register = high << 8;
    for (; at < crcStart; at++) {
      const byte = buffer[at] as number;
      if (mayEnd(byte)) return false;
      register = crcByte(register, byte);
    }
    if (!sameCrc(buffer, crcStart, register)) return false;
    this.trail[(crcStart - segmentStart) & 15] = register;
    this.finish(crcStart, declaredEnd, 'ok');
    return true;
  }

  /** Decides at a position where the frame may end. The result depends on the bytes only, not on the chunks. */
  private look(at: number, atDeclaredEnd: boolean): Outcome {
    if (atDeclaredEnd) {
      if (this.isChecked(at)) return this.finish(at - CRC_DIGITS, at, 'ok');
      if (this.buffer[at] === HASH && this.end - at < STRONG_HEAD && !this.expired) return 'wait';
      if (this.isTailAt(at)) return this.finish(at - CRC_DIGITS, at, 'bad_crc');
      this.declaredFailed = true;
      if (this.innerHead >= 0) return this.cutAt(this.innerHead);
    }
    const byte = this.buffer[at];
    if (byte === HASH) return this.lookAtHash(at);
    if (byte === CR || byte === LF) return this.lookAtLineEnd(at);
    return at - this.segmentStart === MAX_SCAN ? this.giveUp() : 'go on';
  }

  /** A line end ends the frame if the CRC is correct, the length is wrong or reached, or a frame follows. */
  private lookAtLineEnd(at: number): Outcome {
    const stop = this.withoutMarks(at);
    if (this.isChecked(stop)) return this.finish(stop - CRC_DIGITS, stop, 'bad_length');
    if (this.declaredFailed || stop >= this.segmentStart + this.declared) return this.finishBroken(stop);
    let next = at;
    while (next < this.end && isTail(this.buffer[next] as number)) next += 1;
    if (this.end - next < STRONG_HEAD && !this.expired) return 'wait';
    return isStrongHead(this.buffer, next, this.end) ? this.finishBroken(stop) : 'go on';
  }

  /**
   * The next frame may follow without a tail. A log text that quotes a frame looks the same, so a strong head ends the
   * frame only after something like a CRC, or if the declared length is wrong.
   */
  private lookAtHash(at: number): Outcome {
    if (this.end - at < STRONG_HEAD && !this.expired) return 'wait';
    const stop = this.withoutMarks(at);
    if (this.buffer[at + 1] === HASH && this.end - at > 1 && this.isChecked(stop)) {
      return this.finish(stop - CRC_DIGITS, stop, 'bad_length');
    }
    if (!isStrongHead(this.buffer, at, this.end)) return 'go on';
    if (this.declaredFailed || this.hasCheckBefore(stop)) return this.finishBroken(stop);
    if (this.innerHead < 0) this.innerHead = at;
    this.lastHead = at;
    return 'go on';
  }

  private isChecked(end: number): boolean {
    const start = end - CRC_DIGITS;
    return start >= this.segmentStart && sameCrc(this.buffer, start, this.registerAt(start));
  }

  private hasCheckBefore(end: number): boolean {
    const start = end - CRC_DIGITS;
    return start > this.segmentStart && isCheck(this.buffer, start, end);
  }

  private isTailAt(at: number): boolean {
    const byte = this.buffer[at];
    return byte === CR || byte === LF || byte === STAR || isStrongHead(this.buffer, at, this.end);
  }

  private finishBroken(stop: number): Outcome {
    if (this.innerHead >= 0 && this.innerHead < stop) return this.cutAt(this.innerHead);
    if (this.hasCheckBefore(stop)) return this.finish(stop - CRC_DIGITS, stop, 'bad_crc');
    // The CRC is short or missing.
    const start = this.segmentStart + this.declared;
    return this.finish(start <= stop && stop < start + CRC_DIGITS ? start : stop, stop, 'bad_crc');
  }

  /** The frame was truncated, and its declared length covers another frame, which must not be lost. */
  private cutAt(head: number): Outcome {
    this.countNew(this.at);
    const cut = this.debt + this.at - head > LOOKS_IN_ADVANCE ? Math.max(head, this.lastHead) : head;
    this.debt += this.at - cut;
    return this.finish(cut, cut, 'malformed');
  }

  private countNew(upTo: number): void {
    if (upTo <= this.seen) return;
    this.debt = Math.max(0, this.debt - LOOKS_PER_NEW_BYTE * (upTo - this.seen));
    this.seen = upTo;
  }

  private finishExpired(): boolean {
    let stop = this.end;
    while (stop > this.segmentStart && isTail(this.buffer[stop - 1] as number)) stop -= 1;
    if (this.innerHead >= 0) this.cutAt(this.innerHead);
    else if (this.isChecked(stop)) this.finish(stop - CRC_DIGITS, stop, 'bad_length');
    else this.finish(this.hasCheckBefore(stop) ? stop - CRC_DIGITS : stop, stop, 'bad_crc');
    return true;
  }

  /** No end within the maximum: it was not a head, or the frame inside it is used. */
  private giveUp(): Outcome {
    if (this.innerHead >= 0) return this.cutAt(this.innerHead);
    this.countNew(this.at);
    this.countJunk(this.at - this.head);
    this.head = -1;
    return 'ended';
  }

  private finish(crcStart: number, end: number, verdict: Verdict): 'ended' {
    const { buffer, head, segmentStart, declared } = this;
    this.countNew(end);
    // With a short CRC, part of the tail is among its four characters.
    let checkEnd = end;
    while (checkEnd > crcStart && isTail(buffer[checkEnd - 1] as number)) checkEnd -= 1;
    const stop = this.afterMarks(checkEnd);
    const raw = buffer.slice(head, stop);
    const segment = raw.subarray(segmentStart - head, crcStart - head);
    const given = String.fromCharCode(...raw.subarray(crcStart - head, checkEnd - head));
    const deviations: Deviation[] = [];
    if (this.looseBytes > 0) deviations.push('junk_before');
    if (declared !== segment.length) deviations.push('wrong_length');
    if (segmentStart - head < HEAD) deviations.push('short_length_field');
    if (segment.length > 1024) deviations.push('over_1024');
    deviations.push(...oddCheck(segment, given, verdict));
    if (stop > checkEnd) deviations.push('trailing_marks');
    const tail = this.oddTail(stop, verdict);
    if (tail) deviations.push(tail);
    this.frames.push({
      raw,
      segment,
      declaredLength: declared,
      crcGiven: given,
      crcCalculated: crcText(this.registerAt(crcStart)),
      verdict,
      deviations,
    });
    this.looseBytes = 0;
    this.at = stop;
    this.head = -1;
    return 'ended';
  }

  /** Deviation of the bytes after a frame, as far as received: frames are not delayed for it. */
  private oddTail(at: number, verdict: Verdict): Deviation | undefined {
    const { buffer, end } = this;
    if (at >= end && !this.expired) return undefined;
    if (at >= end && verdict === 'bad_crc') return 'expired';
    if (buffer[at] === HASH) return 'glued';
    return buffer[at] === CR && (at + 1 >= end || buffer[at + 1] === LF) ? undefined : 'no_crlf';
  }

  /** The register before the byte at `position`, at most fifteen bytes back. */
  private registerAt(position: number): number {
    return position === this.at ? this.register : (this.trail[(position - this.segmentStart) & 15] as number);
  }

  /** Some vendors put `**` or `;` between CRC and line end. */
  private withoutMarks(end: number): number {
    const least = Math.max(this.segmentStart, end - MAX_MARKS);
    let stop = end;
    while (stop > least && isMark(this.buffer[stop - 1] as number)) stop -= 1;
    return stop;
  }

  private afterMarks(from: number): number {
    const most = Math.min(this.end, from + MAX_MARKS);
    let stop = from;
    while (stop < most && isMark(this.buffer[stop] as number)) stop += 1;
    return stop;
  }
}
