import { crc, crcText } from './crc.ts';
import type { Deviation, Frame, Verdict } from './frame.ts';
import { CRC_DIGITS, HEAD } from './frame-bytes.ts';
import { formatGroups, type Group } from './payload.ts';
import { decodeText, encodeText, type TextEncoding } from './text.ts';
import { isTime } from './time.ts';

/** The data segment of one frame with parsed header; CP is still text. */
export interface Packet {
  qn: string;
  st: string;
  cn: string;
  pw: string;
  mn: string;
  /** Undefined if the device sends none, which means 2005. */
  flag: number | undefined;
  /** Total number of parts and the number of this one; undefined for a packet in one part. */
  pnum: number | undefined;
  pno: number | undefined;
  /** 2025: the data is resupplied. */
  rf: boolean;
  cp: string;
  /** The bytes of CP if it is ASCII, so that readers need not encode it again. */
  cpBytes: Uint8Array | undefined;
  encoding: TextEncoding;
  verdict: Verdict;
  deviations: Deviation[];
}

/** Version bits of the flag: 0 is HJ/T 212-2005, 1 HJ 212-2017, 2 HJ 212-2025 or the older surface-water profile. */
export function versionOf(flag: number | undefined): number {
  return (flag ?? 0) >> 2;
}

/** Bit 0: the receiver must answer. */
export function wantsAnswer(packet: Pick<Packet, 'flag'>): boolean {
  return ((packet.flag ?? 0) & 1) === 1;
}

const OPEN = 'CP=&&';
const MAX_CP = 950;
const MAX_CP_2005 = 960;
/** Order of the standard; other orders are accepted. */
const ORDER = ['QN', 'ST', 'CN', 'PW', 'MN', 'FLAG', 'PNUM', 'PNO', 'RF'] as const;
const FLAG_PLACE = 5;
/** The newest known version. */
const NEWEST = 2;

export function parsePacket(frame: Frame, known: 'auto' | 'utf-8' | 'gbk' = 'auto'): Packet {
  const { text, encoding } = decodeText(frame.segment, known);
  const deviations = [...frame.deviations];
  if (encoding === 'gbk') deviations.push('not_utf8');
  if (encoding === 'unknown') deviations.push('bad_text');
  const open = findOpen(text, deviations);
  if (open > 0 && !'; '.includes(text.charAt(open - 1))) deviations.push('odd_separator');
  const header = readHeader(text, open < 0 ? text.length : open, deviations);
  const flag = readFlag(header, deviations);
  noteOdd(header, deviations);
  const parts = readParts(header, flag, deviations);
  const cpStart = open + OPEN.length;
  const cp = open < 0 ? '' : readCp(text, cpStart, deviations);
  // Everything but CP is ASCII, so this is the byte length of CP in any encoding.
  const cpBytes = frame.segment.length - (text.length - cp.length);
  if (cp !== '' && cpBytes > (versionOf(flag) === 0 ? MAX_CP_2005 : MAX_CP)) deviations.push('cp_over_limit');
  const usable = open >= 0 && header.CN !== undefined && header.CN !== '';
  return {
    qn: header.QN ?? '',
    st: header.ST ?? '',
    cn: header.CN ?? '',
    pw: header.PW ?? '',
    mn: header.MN ?? '',
    flag,
    ...parts,
    rf: header.RF === '1',
    cp,
    cpBytes: encoding === 'ascii' ? frame.segment.subarray(cpStart, cpStart + cp.length) : undefined,
    encoding,
    verdict: usable ? frame.verdict : 'malformed',
    deviations,
  };
}

function findOpen(text: string, deviations: Deviation[]): number {
  const open = text.indexOf(OPEN);
  if (open >= 0) return open;
  const loose = text.toUpperCase().indexOf(OPEN);
  deviations.push(loose >= 0 ? 'header_case' : 'no_cp');
  return loose;
}

type Header = Partial<Record<'QN' | 'ST' | 'CN' | 'PW' | 'MN' | 'FLAG' | 'PNUM' | 'PNO' | 'RF', string>>;

function readHeader(text: string, end: number, deviations: Deviation[]): Header {
  const header: Header = {};
  let last = -1;
  let at = 0;
  while (at < end) {
    let stop = text.indexOf(';', at);
    if (stop < 0 || stop > end) stop = end;
    if (stop > at) {
      const equals = text.indexOf('=', at);
      const isPair = equals >= 0 && equals < stop;
      const place = placeOf(text.slice(at, isPair ? equals : stop), deviations);
      if (place >= 0 && place < last) noteOnce(deviations, 'header_order');
      if (place > last) last = place;
      const name = ORDER[place];
      if (!name) noteUnknown(text.slice(at, stop), deviations);
      else {
        if (header[name] !== undefined) noteOnce(deviations, 'repeated_field');
        header[name] = isPair ? trimmed(text.slice(equals + 1, stop), deviations) : '';
      }
    } else {
      noteOnce(deviations, 'empty_tokens');
    }
    at = stop + 1;
  }
  return header;
}

/** The header field of a name. Names are case-sensitive by standard, but not all devices comply. */
function placeOf(given: string, deviations: Deviation[]): number {
  const name = trimmed(given, deviations);
  const place = name === 'Flag' ? FLAG_PLACE : ORDER.indexOf(name as (typeof ORDER)[number]);
  if (place >= 0 && name !== 'FLAG') return place;
  const loose = ORDER.indexOf(name.toUpperCase() as (typeof ORDER)[number]);
  if (loose >= 0) noteOnce(deviations, 'header_case');
  return loose;
}

/** Spaces and separators alone are not a field. */
function noteUnknown(field: string, deviations: Deviation[]): void {
  if (withoutStrayCommas(field) !== '') noteOnce(deviations, 'unknown_field');
}

/** Removes spaces and stray commas, which some loggers put next to the semicolon. */
function trimmed(text: string, deviations: Deviation[]): string {
  const inner = text.trim();
  if (inner.length !== text.length) noteOnce(deviations, 'spaces');
  if (!inner.startsWith(',') && !inner.endsWith(',')) return inner;
  noteOnce(deviations, 'empty_tokens');
  return withoutStrayCommas(inner);
}

export function withoutStrayCommas(field: string): string {
  const isStray = (at: number) => ', \t\r\n'.includes(field.charAt(at));
  let start = 0;
  let end = field.length;
  while (start < end && isStray(start)) start += 1;
  while (end > start && isStray(end - 1)) end -= 1;
  return field.slice(start, end);
}

function noteOnce(deviations: Deviation[], deviation: Deviation): void {
  if (!deviations.includes(deviation)) deviations.push(deviation);
}

/** Decimal 0 to 255 by standard. Ignored if not a number; kept as sent if too large. */
function readFlag(header: Header, deviations: Deviation[]): number | undefined {
  const flag = readNumber(header.FLAG);
  if (header.FLAG === undefined) deviations.push('no_flag');
  else if (flag === undefined || flag > 255) deviations.push('odd_flag');
  else if (versionOf(flag) > NEWEST) deviations.push('unknown_version');
  return flag;
}

function noteOdd(header: Header, deviations: Deviation[]): void {
  if (!header.QN) deviations.push('no_qn');
  else if (!/^\d{17}$/.test(header.QN) || !isTime(header.QN.slice(0, 14))) deviations.push('odd_qn');
  if (!header.ST) deviations.push('no_st');
  if (!header.CN) deviations.push('no_cn');
  else if (!/^\d{4}$/.test(header.CN)) deviations.push('odd_cn');
  if (!header.PW) deviations.push('no_pw');
  if (!header.MN) deviations.push('no_mn');
  if (header.RF !== undefined && header.RF !== '1') deviations.push('odd_rf');
}

/** Some devices set the split bit without PNUM, or send PNUM without the bit; the numbers decide. */
function readParts(
  header: Header,
  flag: number | undefined,
  deviations: Deviation[],
): Pick<Packet, 'pnum' | 'pno'> {
  const split = ((flag ?? 0) & 2) === 2;
  const pnum = readNumber(header.PNUM);
  const pno = readNumber(header.PNO);
  if (header.PNUM === undefined && header.PNO === undefined) {
    if (split) deviations.push('split_bit_without_pnum');
  } else {
    if (!split) deviations.push('pnum_without_split_bit');
    if (!pnum || !pno || pno > pnum) deviations.push('odd_parts');
  }
  return { pnum, pno };
}

function readCp(text: string, start: number, deviations: Deviation[]): string {
  const close = text.lastIndexOf('&&');
  const closed = close >= start;
  let end = closed ? close : text.length;
  // A single `&` before or instead of the closing mark is not part of the last value.
  const hasLooseMark = end > start && text[end - 1] === '&';
  if (hasLooseMark) end -= 1;
  if (!closed) deviations.push('cp_not_closed');
  else if (hasLooseMark || close + 2 < text.length) deviations.push('text_behind_cp');
  return text.slice(start, end);
}

function readNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

export interface Outgoing {
  qn: string;
  st: string;
  cn: string;
  pw: string;
  mn: string;
  flag?: number;
  pnum?: number;
  pno?: number;
  rf?: boolean;
  cp: readonly Group[];
}

/** The whole frame with its tail. Lengths are in bytes. */
export function encodePacket(packet: Outgoing): Uint8Array {
  const { qn, st, cn, pw, mn, flag, pnum, pno, rf, cp } = packet;
  let text = qn ? `QN=${qn};` : '';
  text += `ST=${st};CN=${cn};PW=${pw};MN=${mn};`;
  if (flag !== undefined) text += `Flag=${flag};`;
  if (pnum !== undefined) text += `PNUM=${pnum};`;
  if (pno !== undefined) text += `PNO=${pno};`;
  if (rf) text += 'RF=1;';
  text += `CP=&&${formatGroups(cp)}&&`;
  return encodeFrame(text);
}

/** Maximum of a length field of four digits. */
const MAX_LENGTH = 9999;

/** Encoded once with placeholders for length and CRC, which are known only afterwards. */
function encodeFrame(segment: string): Uint8Array {
  const frame = encodeText(`##0000${segment}0000\r\n`);
  const end = frame.length - CRC_DIGITS - 2;
  if (end - HEAD > MAX_LENGTH) throw new RangeError(`a segment of ${end - HEAD} bytes has no length field`);
  putText(frame, 2, String(end - HEAD).padStart(4, '0'));
  putText(frame, end, crcText(crc(frame, HEAD, end)));
  return frame;
}

function putText(frame: Uint8Array, at: number, text: string): void {
  for (let i = 0; i < text.length; i++) frame[at + i] = text.charCodeAt(i);
}
