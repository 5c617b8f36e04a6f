import { HOUR_MS } from './time-units.ts';

/** The validators of spec section 5. Forms and contracts share them, so that both reject the same input. */

export function isNonEmpty(text: string): boolean {
  return text.trim() !== '';
}

/** Counts code points: an emoji or a rare Han character is one, not two. */
export function hasMinLength(text: string, min: number): boolean {
  return [...text].length >= min;
}

/** "At least 6 digits" in the spec means six characters of any kind. */
export function isPassword(text: string): boolean {
  return hasMinLength(text, 6);
}

// No leading zeros: some systems read 010 as octal 8, which is another address than the one typed.
const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const port = '(?:6553[0-5]|655[0-2]\\d|65[0-4]\\d{2}|6[0-4]\\d{3}|[1-5]\\d{4}|[1-9]\\d{1,3}|\\d)';
const ipPort = new RegExp(`^${octet}(?:\\.${octet}){3}:${port}$`);

export function isIpPort(text: string): boolean {
  return ipPort.test(text);
}

/** Forms send '0' or '0.00', calls send 0: all are zero. Empty text is not. */
export function isNotZero(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '' || Number(value) !== 0;
  return value !== 0 && value !== 0n;
}

export function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

export function isWordText(text: string): boolean {
  return /^[\p{Script=Han}A-Za-z0-9]+$/u.test(text);
}

// Mobile prefixes assigned in mainland China; no other number can receive a code.
const mobile = /^1(?:3\d|4[014-9]|5[0-35-9]|6[2567]|7[0-8]|8\d|9[0-35-9])\d{8}$/;

export function isMobile(text: string): boolean {
  return mobile.test(text);
}

/** yyyy-mm-dd, and a valid calendar date. */
export function isIsoDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

function daysInMonth(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return leap ? 29 : 28;
}

/** Map bounds of the spec: beyond 74° the projection is too distorted for a monitoring network. */
export function isLatitude(value: number): boolean {
  return value >= -74 && value <= 74;
}

export function isLongitude(value: number): boolean {
  return value >= -180 && value <= 180;
}

export function isZoom(value: number): boolean {
  return value >= 3 && value <= 19;
}

/** Accepts text (forms) and numbers (calls). Leading zeros are not allowed. */
export function isPositiveInteger(value: string | number): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0;
  return /^[1-9]\d*$/.test(value);
}

export function isPositiveIntegerOfDigits(value: string | number, min: number, max: number): boolean {
  const digits = String(value).length;
  return isPositiveInteger(value) && digits >= min && digits <= max;
}

export const isDc = (value: string | number) => isPositiveIntegerOfDigits(value, 1, 10);
export const isCkb = isPositiveInteger;
export const isPw1 = (value: string | number) => isPositiveIntegerOfDigits(value, 9, 9);
export const isPw2 = isPositiveInteger;
export const isDeviceNumber = (value: string | number) => isPositiveIntegerOfDigits(value, 1, 10);
export const isHmiNumber = isDeviceNumber;

export function isHour(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 23;
}

export function isMinute(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 59;
}

const meetingMaxMs = 4 * HOUR_MS;

/** Longer than zero, at most 4 hours. */
export function isMeetingSpan(start: Date, end: Date): boolean {
  const ms = end.getTime() - start.getTime();
  return ms > 0 && ms <= meetingMaxMs;
}

export function isNotEarlier(time: Date, now: Date): boolean {
  return time.getTime() >= now.getTime();
}

/** A question needs at least two options and one right answer. */
export function isAnswerable(optionCount: number, answerCount: number): boolean {
  return optionCount >= 2 && answerCount >= 1;
}
