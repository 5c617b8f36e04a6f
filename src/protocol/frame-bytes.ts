import { modbusCrc, swapBytes } from './crc.ts';
import type { Deviation } from './frame.ts';

// What the framer asks of single bytes and short runs of them.

export const HASH = 0x23;
export const CR = 0x0d;
export const LF = 0x0a;
export const SEMICOLON = 0x3b;
export const STAR = 0x2a;
export const CRC_DIGITS = 4;

export function foreignCrc(segment: Uint8Array, given: number): Deviation[] {
  const modbus = modbusCrc(segment);
  if (given === modbus) return ['crc_modbus'];
  return given === swapBytes(modbus) ? ['crc_modbus_swapped'] : [];
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

export function isLetter(byte: number): boolean {
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
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

export function isHex(bytes: Uint8Array, from: number, to: number): boolean {
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
