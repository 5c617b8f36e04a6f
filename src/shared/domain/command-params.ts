/** What a command is told, or what it reads. Forms, checks and the wire are made of it. */
export type Param = (
  | { type: 'whole'; min: number; max: number }
  | { type: 'number'; min?: number; max?: number }
  | { type: 'choice'; of: readonly number[] }
  | { type: 'text'; max: number; pattern?: RegExp }
  /** A moment; 14 digits of the network's clock on the wire. */
  | { type: 'time' }
  /** A component's number; on the wire the code that the device knows it by. */
  | { type: 'factor' }
  /** An information code such as `i13008`; none of those in `but`, which have kinds of their own. */
  | { type: 'info'; but?: readonly string[] }
  /** Encrypted where it is kept, and never shown. */
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

/** A value as a reply says it; undefined where it is none of its type. */
export function valueIn(param: Param, said: string): ParamValue | undefined {
  if (param.type === 'whole' || param.type === 'number' || param.type === 'choice') {
    const value = said.trim() === '' ? Number.NaN : Number(said);
    return Number.isFinite(value) ? value : undefined;
  }
  return said;
}

/** Devices keep numbers as floats: as close as one of these comes. */
const FLOAT = 1e-6;

/** Whether what was read back is what was to be set. */
export function isSame(wanted: ParamValue | undefined, read: ParamValue | undefined): boolean {
  if (wanted === undefined || read === undefined) return wanted === read;
  const [a, b] = [Number(wanted), Number(read)];
  if (String(wanted).trim() === '' || Number.isNaN(a) || Number.isNaN(b))
    return String(wanted) === String(read);
  return Math.abs(a - b) <= FLOAT * Math.max(1, Math.abs(a));
}
