import { dataTypeOf } from './commands.ts';
import type { Deviation } from './frame.ts';
import { type Packet, versionOf } from './packet.ts';
import { ItemReader } from './payload.ts';
import { ambientFlags2005, dataFlags } from './tables.ts';
import { encodeText } from './text.ts';
import { isTime } from './time.ts';

/**
 * What one packet says of one factor. `null` is a value that was sent but is no number; `undefined` was not sent.
 * `zs` values are converted to reference oxygen, `cou` is the total over the period.
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
  /** Anything else under its suffix as sent: never dropped. */
  extra?: Record<string, string>;
}

export interface Readings {
  /** 14 digits of the network's wall time, as the device labels the period; '' when it gave none. */
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
    // Noise of a period: it has one value and no range.
    data: 'avg',
    zsrtd: 'zsRtd',
    zsavg: 'zsAvg',
    zsmin: 'zsMin',
    zsmax: 'zsMax',
  }),
);

/** Every suffix that the standards define, as they spell it; by the letters alone. */
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

/** Commands whose uploads are about a time. */
const timed = new Set(['2011', '2021', '2031', '2041', '2051', '2052', '2061', '2071', '2111', '3020']);

type Source = Pick<Packet, 'cp'> & Partial<Pick<Packet, 'cn' | 'st' | 'flag' | 'cpBytes'>>;

/** Reads every factor of a packet in one walk over its text. */
export function readReadings(packet: Source): Readings {
  const reader = new ItemReader(packet.cp, packet.cpBytes);
  const result: Readings = { dataTime: '', readings: [], others: [], deviations: [] };
  let current: Reading | undefined;
  // Where the current factor's name stands.
  let start = 0;
  let length = 0;
  // A factor's items stand apart, or two factors' together.
  let groupsDiffer = false;
  while (reader.next()) {
    const { bytes, nameStart, dash } = reader;
    // Without a name before it a suffix is no factor's.
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

/** What is odd about the readings as a whole, for a packet of this kind. */
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

/** Before 2017 ambient stations had flags of their own. */
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

/** States, limits and information travel under codes too; a flag alone speaks of a value where there should be one. */
export function isMeasured(reading: Reading, cn: string): boolean {
  return hasValue(reading) || (reading.flag !== undefined && dataTypeOf(cn) !== undefined);
}

function factorAt({ readings }: Readings, reader: ItemReader): Reading {
  const { bytes, nameStart, dash } = reader;
  // Parts of one factor may stand in two groups, so a name that came before goes on.
  for (const reading of readings) if (isAt(bytes, nameStart, dash, reading.factor)) return reading;
  const factor = reader.slice(nameStart, dash);
  if (factor.length !== dash - nameStart) {
    // With spaces around it, or not in plain letters.
    for (const reading of readings) if (reading.factor === factor) return reading;
  }
  // All fields from the start: engines handle objects of one shape several times faster.
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

/** Whether the same stands in two places. From the back: codes of one kind begin alike. */
function isSame(bytes: Uint8Array, one: number, other: number, length: number): boolean {
  for (let at = length - 1; at >= 0; at--) if (bytes[one + at] !== bytes[other + at]) return false;
  return true;
}

/** Whether exactly this name stands there; letter by letter is quicker than cutting it out. */
function isAt(bytes: Uint8Array, start: number, end: number, name: string): boolean {
  if (end - start !== name.length) return false;
  // From the back: codes of one kind begin alike.
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
    // Some devices add milliseconds, others separators.
    const digits = value.replace(/\D/g, '');
    result.dataTime = digits.length >= 14 ? digits.slice(0, 14) : '';
    return;
  }
  if (current && name.toLowerCase() === 'flag') {
    // `Flag=N` without its factor's name belongs to the factor before it.
    note(result, 'loose_flag');
    setFlag(result, current, reader);
    return;
  }
  if (times.has(name) && !isTime(value)) note(result, 'odd_time');
  result.others.push({ name, value });
}

const times = new Set(['BeginTime', 'EndTime', 'SystemTime', 'RestartTime', 'AlarmTime']);

function readItem(result: Readings, reader: ItemReader, reading: Reading): void {
  // Nearly every item is one of six, spelt as in the standard: told apart without making a string of it, and
  // stored by name, which engines do several times faster than by a computed key.
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
/** Up to here a whole number and a power of ten are exact, so one division gives the correctly rounded result. */
const MAX_DIGITS = 15;
const powers = Array.from({ length: MAX_DIGITS + 1 }, (_, exponent) => 10 ** exponent);

/** The number that an item's value is; null for anything that is not one (`-`, empty, `NaN`). */
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

/** Any number, whatever its form: exponents, plus signs, very long ones; null for anything else. */
export function numberIn(text: string): number | null {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}
