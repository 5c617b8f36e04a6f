import type { FaultName } from '#shared/faults.ts';

export const keyFields = ['dc', 'ckb', 'pw1', 'pw2', 'duration'] as const;
export type KeyField = (typeof keyFields)[number];
export type KeyInput = Record<KeyField, string>;

export const DC_DIGITS = 10;
export const PW1_DIGITS = 9;
/** Instruments store it as an unsigned 32-bit number. */
export const CKB_MOST = 4_294_967_295;
export const PW2_MOST = 999_999_999;
export const DURATION_MOST = 3650;

export interface KeyProblem {
  field: KeyField;
  fault: FaultName;
  problem: string;
  params?: Record<string, number>;
}

/** Checks the length first: converting a text of a million digits is slow. */
function isMore(digits: string, most: number): boolean {
  const plain = digits.replace(/^0+/, '');
  return plain.length > String(most).length || Number(plain) > most;
}

interface Rule {
  notPositive: FaultName;
  /** For positive integers. */
  wrong(digits: string): Omit<KeyProblem, 'field'> | undefined;
}

const within =
  (fault: FaultName, most: number): Rule['wrong'] =>
  (digits) =>
    isMore(digits, most) ? { fault, problem: 'too_big', params: { max: most } } : undefined;

/** Spec section 5; result codes 99 to 108 in its order. */
const rules: Record<KeyField, Rule> = {
  dc: {
    notPositive: 'key_dc_not_positive_integer',
    wrong: ({ length }) =>
      length > DC_DIGITS
        ? { fault: 'key_dc_length', problem: 'too_many_digits', params: { max: DC_DIGITS } }
        : undefined,
  },
  ckb: { notPositive: 'key_ckb_not_positive_integer', wrong: within('key_ckb_range', CKB_MOST) },
  pw1: {
    notPositive: 'key_pw1_not_positive_integer',
    wrong: ({ length }) =>
      length === PW1_DIGITS
        ? undefined
        : { fault: 'key_pw1_length', problem: 'wrong_length', params: { length: PW1_DIGITS } },
  },
  pw2: { notPositive: 'key_pw2_not_positive_integer', wrong: within('key_pw2_range', PW2_MOST) },
  duration: {
    notPositive: 'key_duration_not_positive_integer',
    wrong: within('key_duration_range', DURATION_MOST),
  },
};

const isPositiveInteger = (text: string) => /^[0-9]+$/.test(text) && /[1-9]/.test(text);

/** Problems of the input in the order of the fields; the first one determines the result code. */
export function keyProblems(input: KeyInput): KeyProblem[] {
  return keyFields.flatMap((field): KeyProblem[] => {
    const digits = input[field];
    const { notPositive, wrong } = rules[field];
    if (digits === '') return [{ field, fault: notPositive, problem: 'required' }];
    if (!isPositiveInteger(digits)) return [{ field, fault: notPositive, problem: 'not_positive_integer' }];
    const found = wrong(digits);
    return found ? [{ field, ...found }] : [];
  });
}

/** No letters that look like digits. Upper case only; lower case is not accepted. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const PREFIX = 'LJ1';
const GROUP = 7;

/** Bytes as text for copying: groups of letters after the format's prefix. */
export function keyText(bytes: Uint8Array): string {
  let bits = 0;
  let held = 0;
  let letters = '';
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      letters += ALPHABET[(held >> bits) & 31];
    }
    held &= (1 << bits) - 1;
  }
  if (bits > 0) letters += ALPHABET[(held << (5 - bits)) & 31];
  return [PREFIX, ...(letters.match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? [])].join('-');
}

/** Parses a key; undefined unless the text is exactly what `keyText` gives, so each key has one spelling. */
export function keyBytes(text: string): Uint8Array | undefined {
  const [prefix, ...groups] = text.split('-');
  const letters = groups.join('');
  const bytes = new Uint8Array(Math.floor((letters.length * 5) / 8));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (const letter of letters) {
    const value = ALPHABET.indexOf(letter);
    if (value < 0) return undefined;
    held = ((held << 5) | value) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = (held >> bits) & 255;
    }
  }
  return prefix === PREFIX && keyText(bytes) === text ? bytes : undefined;
}
