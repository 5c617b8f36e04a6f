import { dataTypeOf } from './commands.ts';
import type { Deviation } from './frame.ts';
import { type Packet, versionOf } from './packet.ts';
import { ItemReader } from './payload.ts';
import { ambientFlags2005, dataFlags } from './tables.ts';
import { encodeText } from './text.ts';
import { isTime } from './time.ts';

/**
 * The values of one factor in one packet. `null`: sent, but not a number; `undefined`: not sent. `zs` values are
 * converted to reference oxygen, `cou` is the total over the period.
 */
export interface Reading {
  factor: string;
  rtd?: number | null;
  avg?: number | null;
  min?: number | null;
  max?: number | null;
  cou?: number | null;
  zsRtd?: number | null;
  zsAvg?: number | null;
  zsMin?: number | null;
  zsMax?: number | null;
  flag?: string;
  eflag?: string;
  sampleTime?: string;
  /** All other items by suffix as sent; none are dropped. */
  extra?: Record<string, string>;
}

export interface Readings {
  /** 14 digits of local network time, as the device labels the period; '' if it sent none. */
  dataTime: string;
  readings: Reading[];
  /** Items that belong to no factor, in order. */
  others: { name: string; value: string }[];
  deviations: Deviation[];
}

type NumberField = 'rtd' | 'avg' | 'min' | 'max' | 'cou' | 'zsRtd' | 'zsAvg' | 'zsMin' | 'zsMax';

const numberSuffixes: ReadonlyMap<string, NumberField> = new Map(
  Object.entries<NumberField>({
    rtd: 'rtd',
    avg: 'avg',
    min: 'min',
    max: 'max',
    cou: 'cou',
    // Noise over a period has one value and no range.
    data: 'avg',
    zsrtd: 'zsRtd',
    zsavg: 'zsAvg',
    zsmin: 'zsMin',
    zsmax: 'zsMax',
  }),
);

/** The spelling of each suffix of the standards, by lower case. */
const spellings = new Map(
  [
    ...['Rtd', 'Avg', 'Min', 'Max', 'Cou', 'Data', 'ZsRtd', 'ZsAvg', 'ZsMin', 'ZsMax', 'Flag', 'EFlag'],
    ...['SampleTime', 'CompleteTime', 'SampleType', 'SN', 'Info', 'RS', 'RT', 'DayData', 'NightData'],
    ...['Ala', 'LowValue', 'UpValue', 'Check', 'StandardValue', 'SpanValue', 'ResultType'],
    ...['Water', 'WaterTime', 'Chroma'],
  ].map((suffix) => [suffix.toLowerCase(), suffix]),
);

const knownFlags = new Set<string>(dataFlags);
const knownAmbientFlags2005 = new Set<string>([...dataFlags, ...Object.keys(ambientFlags2005)]);

/** Commands whose uploads have a data time. */
const timed = new Set(['2011', '2021', '2031', '2041', '2051', '2052', '2061', '2071', '2111', '3020']);

type Source = Pick<Packet, 'cp'> & Partial<Pick<Packet, 'cn' | 'st' | 'flag' | 'cpBytes'>>;

/** Reads all factors of a packet in one pass over its text. */
export function readReadings(packet: Source): Readings {
  const reader = new ItemReader(packet.cp, packet.cpBytes);
  const result: Readings = { dataTime: '', readings: [], others: [], deviations: [] };
  let current: Reading | undefined;
  // Position of the current factor's name.
  let start = 0;
  let length = 0;
  // Items of one factor are in different groups, or items of two factors in one group.
  let groupsDiffer = false;
  while (reader.next()) {
    const { bytes, nameStart, dash } = reader;
    // A suffix without a name before it belongs to no factor.
    if (dash <= nameStart) {
      readPlain(result, reader, current);
      continue;
    }
    const before = current;
    if (!current || dash - nameStart !== length || !isSame(bytes, nameStart, start, length)) {
      current = factorAt(result, reader);
      start = nameStart;
      length = dash - nameStart;
    }
    if (reader.opensGroup === (current === before)) groupsDiffer = true;
    readItem(result, reader, current);
  }
  if (reader.emptyTokens > 0) note(result, 'empty_tokens');
  if (reader.openTexts > 0) note(result, 'text_not_closed');
  if (reader.hasSpaces) note(result, 'spaces');
  if (groupsDiffer && dataTypeOf(packet.cn ?? '')) note(result, 'odd_separator');
  if (result.readings.length > 0 || result.dataTime !== '') judge(result, packet);
  return result;
}

/** Deviations of the readings as a whole, for a packet of this kind. */
function judge(result: Readings, { cn = '', st, flag }: Source): void {
  const { readings, dataTime, deviations } = result;
  if (timed.has(cn) && dataTime === '' && !deviations.includes('odd_data_time')) note(result, 'no_data_time');
  const type = dataTypeOf(cn);
  const known = isAmbient2005(st, flag) ? knownAmbientFlags2005 : knownFlags;
  for (const reading of readings) {
    if (reading.flag !== undefined && reading.flag !== 'N' && !known.has(reading.flag)) {
      note(result, 'unknown_flag');
    }
    if (type && (type === 'realtime' ? isOfPeriod(reading) : isOfInstant(reading))) {
      note(result, 'foreign_suffix');
    }
  }
  if (type && result.others.length > 0) note(result, 'loose_item');
}

/** Before 2017 ambient stations had their own flags. */
export function isAmbient2005(st: string | undefined, flag: number | undefined): boolean {
  return st === '22' && versionOf(flag) === 0;
}

function isOfInstant({ rtd, zsRtd }: Reading): boolean {
  return rtd !== undefined || zsRtd !== undefined;
}

function isOfPeriod({ avg, min, max, cou, zsAvg, zsMin, zsMax }: Reading): boolean {
  const plain = avg !== undefined || min !== undefined || max !== undefined || cou !== undefined;
  return plain || zsAvg !== undefined || zsMin !== undefined || zsMax !== undefined;
}

export function hasValue(reading: Reading): boolean {
  return isOfInstant(reading) || isOfPeriod(reading);
}

/**
 * States, limits and information are also sent under factor codes. A flag without a value counts only in commands that
 * upload data.
 */
export function isMeasured(reading: Reading, cn: string): boolean {
  return hasValue(reading) || (reading.flag !== undefined && dataTypeOf(cn) !== undefined);
}

function factorAt({ readings }: Readings, reader: ItemReader): Reading {
  const { bytes, nameStart, dash } = reader;
  // The items of a factor may be split over two groups.
  for (const reading of readings) if (isAt(bytes, nameStart, dash, reading.factor)) return reading;
  const factor = reader.slice(nameStart, dash);
  if (factor.length !== dash - nameStart) {
    // A name with spaces around it, or with characters beyond ASCII.
    for (const reading of readings) if (reading.factor === factor) return reading;
  }
  // All fields from the start: objects of one shape are several times faster.
  const reading: Reading = {
    factor,
    rtd: undefined,
    avg: undefined,
    min: undefined,
    max: undefined,
    cou: undefined,
    flag: undefined,
  };
  readings.push(reading);
  return reading;
}

/** Whether the names at two positions are equal. Compared from the end: codes of one kind have the same prefix. */
function isSame(bytes: Uint8Array, one: number, other: number, length: number): boolean {
  for (let at = length - 1; at >= 0; at--) if (bytes[one + at] !== bytes[other + at]) return false;
  return true;
}

/** Whether this name is at a position; comparing bytes is faster than slicing a string. */
function isAt(bytes: Uint8Array, start: number, end: number, name: string): boolean {
  if (end - start !== name.length) return false;
  // From the end: codes of one kind have the same prefix.
  for (let at = end - 1; at >= start; at--) {
    if (bytes[at] !== name.charCodeAt(at - start)) return false;
  }
  return true;
}

function readPlain(result: Readings, reader: ItemReader, current: Reading | undefined): void {
  const { name, value } = reader;
  if (name === 'DataTime' || name.toLowerCase() === 'datatime') {
    if (name !== 'DataTime') note(result, 'header_case');
    if (result.dataTime !== '') note(result, 'repeated_item');
    if (!isTime(value)) note(result, 'odd_data_time');
    // Some devices add milliseconds or separators.
    const digits = value.replace(/\D/g, '');
    result.dataTime = digits.length >= 14 ? digits.slice(0, 14) : '';
    return;
  }
  if (current && name.toLowerCase() === 'flag') {
    // `Flag=N` without a factor's name belongs to the preceding factor.
    note(result, 'loose_flag');
    setFlag(result, current, reader);
    return;
  }
  if (times.has(name) && !isTime(value)) note(result, 'odd_time');
  result.others.push({ name, value });
}

const times = new Set(['BeginTime', 'EndTime', 'SystemTime', 'RestartTime', 'AlarmTime']);

function readItem(result: Readings, reader: ItemReader, reading: Reading): void {
  // Nearly all items have one of five suffixes, spelt as in the standard. They are recognised without creating a string
  // and stored by field name, which is several times faster than a computed key.
  const key = suffixKey(reader.bytes, reader.dash + 1, reader.nameEnd);
  if (key === AVG) {
    if (reading.avg !== undefined) note(result, 'repeated_item');
    reading.avg = numberOf(result, reader);
  } else if (key === MIN) {
    if (reading.min !== undefined) note(result, 'repeated_item');
    reading.min = numberOf(result, reader);
  } else if (key === MAX) {
    if (reading.max !== undefined) note(result, 'repeated_item');
    reading.max = numberOf(result, reader);
  } else if (key === FLAG) {
    setFlag(result, reading, reader);
  } else if (key === RTD) {
    if (reading.rtd !== undefined) note(result, 'repeated_item');
    reading.rtd = numberOf(result, reader);
  } else {
    readOther(result, reader, reading);
  }
}

function numberOf(result: Readings, reader: ItemReader): number | null {
  const value = parseNumber(reader);
  if (value === null) note(result, 'not_a_number');
  return value;
}

function suffixKey(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  if (length !== 3 && length !== 4) return 0;
  let key = 0;
  for (let at = start; at < end; at++) key = (key << 8) | (bytes[at] as number);
  return key;
}

const keyOf = (suffix: string) => suffixKey(encodeText(suffix), 0, suffix.length);
const RTD = keyOf('Rtd');
const AVG = keyOf('Avg');
const MIN = keyOf('Min');
const MAX = keyOf('Max');
const FLAG = keyOf('Flag');

function readOther(result: Readings, reader: ItemReader, reading: Reading): void {
  const suffix = reader.slice(reader.dash + 1, reader.nameEnd);
  const lower = suffix.toLowerCase();
  const spelling = spellings.get(lower);
  if (!spelling) note(result, 'unknown_suffix');
  else if (spelling !== suffix) note(result, 'suffix_case');
  const field = numberSuffixes.get(lower);
  if (field) {
    if (reading[field] !== undefined) note(result, 'repeated_item');
    reading[field] = numberOf(result, reader);
    return;
  }
  if (lower === 'flag') {
    setFlag(result, reading, reader);
    return;
  }
  const { value } = reader;
  if (lower === 'eflag') reading.eflag = value;
  else if (lower === 'sampletime') {
    if (!isTime(value)) note(result, 'odd_time');
    reading.sampleTime = value.replace(/\D/g, '').slice(0, 14);
  } else {
    reading.extra = { ...reading.extra, [suffix]: value };
  }
}

function setFlag(result: Readings, reading: Reading, reader: ItemReader): void {
  if (reading.flag !== undefined) note(result, 'repeated_item');
  if (reader.valueEnd - reader.valueStart === 1 && reader.bytes[reader.valueStart] === NORMAL) {
    reading.flag = 'N';
    return;
  }
  reading.flag = reader.value;
}

function note(result: Readings, deviation: Deviation): void {
  if (!result.deviations.includes(deviation)) result.deviations.push(deviation);
}

const ZERO = 0x30;
const NINE = 0x39;
const POINT = 0x2e;
const MINUS = 0x2d;
const NORMAL = 0x4e;
/** Up to this many digits the integer and the power of ten are exact, so one division is correctly rounded. */
const MAX_DIGITS = 15;
const powers = Array.from({ length: MAX_DIGITS + 1 }, (_, exponent) => 10 ** exponent);

/** The value of an item as a number; null for anything else (`-`, empty, `NaN`). */
function parseNumber(reader: ItemReader): number | null {
  const { bytes, valueStart, valueEnd } = reader;
  const negative = bytes[valueStart] === MINUS;
  let digits = 0;
  let decimals = -1;
  let whole = 0;
  for (let at = negative ? valueStart + 1 : valueStart; at < valueEnd; at++) {
    const code = bytes[at] as number;
    if (code >= ZERO && code <= NINE) {
      whole = whole * 10 + (code - ZERO);
      digits += 1;
      if (decimals >= 0) decimals += 1;
    } else if (code === POINT && decimals < 0) decimals = 0;
    else return numberIn(reader.value);
  }
  if (digits === 0 || digits > MAX_DIGITS) return numberIn(reader.value);
  const value = decimals > 0 ? whole / (powers[decimals] as number) : whole;
  return negative ? -value : value;
}

/** A number in any form: exponents, plus signs, very long ones; null for anything else. */
export function numberIn(text: string): number | null {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}
