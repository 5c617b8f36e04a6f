/** A parameter or value of a command. Forms, checks and the wire format are made from it. */
export type Param = (
  | { type: 'whole'; min: number; max: number }
  | { type: 'number'; min?: number; max?: number }
  | { type: 'choice'; of: readonly number[] }
  | { type: 'text'; max: number; pattern?: RegExp }
  /** A moment; 14 digits of local time on the wire. */
  | { type: 'time' }
  /** The number of a factor; on the wire its code at the device. */
  | { type: 'factor' }
  /** An information code such as `i13008`, except those in `but`, which have kinds of their own. */
  | { type: 'info'; but?: readonly string[] }
  /** Stored encrypted and never shown. */
  | { type: 'secret' }
) & { optional?: true };

export type Params = Readonly<Record<string, Param>>;

export type ParamValue = string | number;
export type ParamValues = Readonly<Record<string, ParamValue | undefined>>;

export const whole = (min: number, max: number): Param => ({ type: 'whole', min, max });
export const choice = (...of: number[]): Param => ({ type: 'choice', of });
export const text = (max: number, pattern?: RegExp): Param => ({
  type: 'text',
  max,
  ...(pattern && { pattern }),
});
export const number: Param = { type: 'number' };
export const time: Param = { type: 'time' };
export const factor: Param = { type: 'factor' };
export const info: Param = { type: 'info' };
export const secret: Param = { type: 'secret' };
export const optional = (param: Param): Param => ({ ...param, optional: true });

/** No exponents: devices read plain decimals. */
export function decimal(value: number): string {
  return value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 12 });
}

/** Parses a value of a reply; undefined if it is not of this type. */
export function valueIn(param: Param, said: string): ParamValue | undefined {
  if (param.type === 'whole' || param.type === 'number' || param.type === 'choice') {
    const value = said.trim() === '' ? Number.NaN : Number(said);
    return Number.isFinite(value) ? value : undefined;
  }
  return said;
}

/** Devices store numbers as single precision: equal within this relative difference. */
const FLOAT = 1e-6;

/** Whether the value read back is the value that was to be set. */
export function isSame(wanted: ParamValue | undefined, read: ParamValue | undefined): boolean {
  if (wanted === undefined || read === undefined) return wanted === read;
  const [a, b] = [Number(wanted), Number(read)];
  if (String(wanted).trim() === '' || Number.isNaN(a) || Number.isNaN(b))
    return String(wanted) === String(read);
  return Math.abs(a - b) <= FLOAT * Math.max(1, Math.abs(a));
}
