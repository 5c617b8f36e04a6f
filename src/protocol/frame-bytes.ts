import { modbusCrc, swapBytes } from './crc.ts';
import type { Deviation, Verdict } from './frame.ts';

// Byte-level helpers of the framer.

export const HASH = 0x23;
export const CR = 0x0d;
export const LF = 0x0a;
export const STAR = 0x2a;
const AMPERSAND = 0x26;
const SEMICOLON = 0x3b;
const EQUALS = 0x3d;

/** `##` and four digits of length. */
export const HEAD = 6;
/** `##0123;Flag=`: bytes needed to recognise the head of a frame reliably. */
export const STRONG_HEAD = 12;
export const CRC_DIGITS = 4;
/** `Flag`, `PNUM`. */
const LONGEST_NAME = 4;

/** Deviations of a CRC as it was sent. */
export function oddCheck(segment: Uint8Array, given: string, verdict: Verdict): Deviation[] {
  if (given === '') return ['crc_missing'];
  if (!/^[0-9a-f]{4}$/i.test(given)) return ['odd_crc'];
  const found: Deviation[] = /[a-f]/.test(given) ? ['lower_case_crc'] : [];
  if (verdict !== 'bad_crc') return found;
  const modbus = modbusCrc(segment);
  const value = Number.parseInt(given, 16);
  if (value === modbus) found.push('crc_modbus');
  else if (value === swapBytes(modbus)) found.push('crc_modbus_swapped');
  return found;
}

export function mayEnd(byte: number): boolean {
  return byte === HASH || byte === CR || byte === LF;
}

export function isMark(byte: number): boolean {
  return byte === STAR || byte === SEMICOLON;
}

export function isTail(byte: number): boolean {
  return byte === CR || byte === LF || isMark(byte);
}

function isLetter(byte: number): boolean {
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/**
 * `##`, a length and the first field name: unlikely to occur by chance. Some devices send fewer than four length digits
 * or another field first.
 */
export function isStrongHead(bytes: Uint8Array, at: number, end: number): boolean {
  if (end - at < STRONG_HEAD || bytes[at] !== HASH || bytes[at + 1] !== HASH) return false;
  const digits = countDigits(bytes, at + 2, at + HEAD);
  if (digits < 2) return false;
  let name = at + 2 + digits;
  if (bytes[name] === SEMICOLON) name += 1;
  let stop = name;
  while (stop < name + LONGEST_NAME && isLetter(bytes[stop] as number)) stop += 1;
  return stop - name >= 2 && bytes[stop] === EQUALS;
}

export function countDigits(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && (bytes[at] as number) >= 0x30 && (bytes[at] as number) <= 0x39) at += 1;
  return at - from;
}

export function numberAt(bytes: Uint8Array, from: number, digits: number): number {
  let value = 0;
  for (let at = from; at < from + digits; at++) value = value * 10 + ((bytes[at] as number) - 0x30);
  return value;
}

function hexValue(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** Hex digits after `&&` or a stray mark: a CRC, correct or not. */
export function isCheck(bytes: Uint8Array, from: number, to: number): boolean {
  const before = bytes[from - 1] as number;
  if (before !== AMPERSAND && !isMark(before)) return false;
  for (let at = from; at < to; at++) if (hexValue(bytes[at] as number) < 0) return false;
  return true;
}

export function sameCrc(bytes: Uint8Array, at: number, register: number): boolean {
  let value = 0;
  for (let i = at; i < at + CRC_DIGITS; i++) {
    const digit = hexValue(bytes[i] as number);
    if (digit < 0) return false;
    value = value * 16 + digit;
  }
  return value === register;
}
