import type { Language } from './language.ts';
import { HOUR_SECONDS } from './time-units.ts';

interface Digits {
  sign: '' | '-';
  whole: string;
  fraction: string;
}

/** The shortest decimal digits of the number, without exponent. */
function digitsOf(value: number): Digits {
  const [mantissa = '0', exponent = '0'] = String(Math.abs(value)).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  const sign = value < 0 ? '-' : '';
  if (point <= 0) return { sign, whole: '0', fraction: '0'.repeat(-point) + digits };
  return { sign, whole: digits.slice(0, point).padEnd(point, '0'), fraction: digits.slice(point) };
}

/** Cuts decimals towards zero. Works on digits: multiplying would turn 0.29 into 28.999… and so into 0.28. */
export function truncate(value: number, decimals = 2): number {
  if (!Number.isFinite(value)) return value;
  const { sign, whole, fraction } = digitsOf(value);
  // Adding 0 turns -0, which would be shown as "-0", into 0.
  return Number(`${sign}${whole}.${fraction.slice(0, decimals)}`) + 0;
}

/** Truncated, with exactly this many decimals; '' if there is no number. */
export function formatNumber(value: number | null | undefined, decimals = 2): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '';
  const { sign, whole, fraction } = digitsOf(truncate(value, decimals));
  return sign + whole + (decimals > 0 ? `.${fraction.slice(0, decimals).padEnd(decimals, '0')}` : '');
}

const byteUnits = ['B', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'] as const;

/** Base 1024, two decimals. Truncated, so that no size is shown as 1024.00 of a unit. */
export function formatBytes(bytes: number): string {
  if (!(bytes >= 0 && bytes < Number.POSITIVE_INFINITY)) return '';
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < byteUnits.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${formatNumber(size)} ${byteUnits[unit]}`;
}

const durationUnits: Record<Language, readonly [day: string, hour: string, minute: string, second: string]> =
  {
    zh: [' 天', ' 小时', ' 分钟', ' 秒'],
    en: [' d', ' h', ' min', ' s'],
  };

/** Up to this many hours no days are shown, as in "the 72-hour check". */
const hoursWithoutDays = 72;

/** Two or three units by size: days to minutes, hours to minutes, or minutes to seconds. */
export function formatDuration(ms: number, language: Language = 'zh'): string {
  if (!Number.isFinite(ms)) return '';
  const total = Math.floor(Math.abs(ms) / 1000);
  const showsDays = total > hoursWithoutDays * HOUR_SECONDS;
  const hours = Math.floor(total / HOUR_SECONDS);
  const amounts = [
    showsDays ? Math.floor(hours / 24) : 0,
    showsDays ? hours % 24 : hours,
    Math.floor((total % HOUR_SECONDS) / 60),
    hours > 0 ? 0 : total % 60,
  ];
  const units = durationUnits[language];
  const parts = amounts.flatMap((amount, at) => (amount > 0 ? [`${amount}${units[at]}`] : []));
  if (parts.length === 0) return `0${units[3]}`;
  return (ms < 0 ? '-' : '') + parts.join(' ');
}
