import { commandOf, type Edition } from '#protocol/commands.ts';
import { type Packet, versionOf, wantsAnswer, withoutStrayCommas } from '#protocol/packet.ts';
import { type Group, type Item, parseGroups } from '#protocol/payload.ts';
import { HIDDEN, isSecret } from '#protocol/secrets.ts';
import { executionResults, requestAnswers } from '#protocol/tables.ts';
import { wordOf } from '#server/words.ts';
import type { Both, ExplainedField } from '#shared/contract/packets/packets.ts';
import { informationValueWord, informationWord } from '#shared/domain/information.ts';

/** Context of a packet beyond the standards. */
export interface Knowledge {
  edition: Edition;
  site_name: Both | undefined;
  /** Resolves a code by the site's protocol. */
  factorName(code: string): Both | null;
}

/** The word in both languages; null if there is none. */
export function both(key: string): Both | null {
  const [zh, en] = [wordOf('zh', key), wordOf('en', key)];
  return zh !== undefined && en !== undefined ? { zh, en } : null;
}

const same = (text: string | undefined): Both | null => (text ? { zh: text, en: text } : null);

/** All header fields, also unknown ones; of duplicates the last one counts. */
export function explainHeader(segment: string, packet: Packet, knowledge: Knowledge): ExplainedField[] {
  const [header = ''] = segment.split(/CP=&&/i, 1);
  const fields = new Map<string, Item>();
  for (const field of header.split(';').map(withoutStrayCommas).filter(Boolean)) {
    const [name = '', ...value] = field.split('=');
    fields.set(name.trim().toUpperCase(), { name: name.trim(), value: value.join('=').trim() });
  }
  return [...fields].map(([key, { name, value }]) => ({
    name,
    value,
    subject: null,
    label: both(`wire.field_${key === 'FLAG' ? 'Flag' : key}`),
    meaning: headerMeaning(key, value, packet, knowledge),
  }));
}

function headerMeaning(key: string, value: string, packet: Packet, knowledge: Knowledge): Both | null {
  switch (key) {
    case 'QN':
      return same(timeOf(value));
    case 'ST':
      return both(`wire.st_${value}`);
    case 'CN':
      return both(`wire.cn_${commandOf(value, knowledge.edition)?.key}`);
    case 'MN':
      return knowledge.site_name ?? null;
    case 'FLAG':
      return packet.flag === undefined ? null : flagMeaning(packet);
    case 'RF':
      return packet.rf ? both('wire.resupplied') : null;
    default:
      return null;
  }
}

/** Lists the meanings of the set bits. */
function flagMeaning(packet: Packet): Both | null {
  const keys = [
    `version_${versionOf(packet.flag)}`,
    wantsAnswer(packet) ? 'answer_wanted' : 'answer_unwanted',
    ...(((packet.flag ?? 0) & 2) === 2 ? ['split'] : []),
  ];
  const words = keys.map((key) => both(`wire.${key}`) ?? { zh: key, en: key });
  const joined = (language: keyof Both) => words.map((word) => word[language]).join(' · ');
  return { zh: joined('zh'), en: joined('en') };
}

export function explainGroups(cp: string, knowledge: Knowledge): ExplainedField[][] {
  return parseGroups(cp).map((group: Group) => group.map((item) => explainItem(item, knowledge)));
}

function explainItem({ name, value }: Item, knowledge: Knowledge): ExplainedField {
  const dash = name.lastIndexOf('-');
  if (dash < 0) {
    return {
      name,
      value,
      subject: knowledge.factorName(name),
      label: labelOf(name),
      meaning: plainMeaning(name, value, knowledge),
    };
  }
  const [code, suffix] = [name.slice(0, dash), name.slice(dash + 1)];
  return {
    name,
    value,
    subject: knowledge.factorName(code) ?? both(informationWord(code)),
    label: both(`wire.suffix_${suffix.toLowerCase()}`),
    meaning: itemMeaning(code, suffix.toLowerCase(), value, knowledge),
  };
}

/** Case-insensitive, because the standard itself uses both `CTime` and `Ctime`. */
function labelOf(name: string): Both | null {
  // In the content, `Flag` belongs to the preceding factor.
  if (name.toLowerCase() === 'flag') return both('wire.suffix_flag');
  const known = FIELDS.find((field) => field.toLowerCase() === name.toLowerCase());
  return known ? both(`wire.field_${known}`) : null;
}

const TIMES = ['DataTime', 'BeginTime', 'EndTime', 'SystemTime', 'RestartTime', 'AlarmTime'];
const FIELDS = [
  ...TIMES,
  ...['QN', 'CN', 'PW', 'PNUM', 'PNO', 'RtdInterval', 'MinInterval', 'OverTime', 'ReCount', 'NewPW'],
  ...['PolId', 'InfoId', 'VaseNo', 'CstartTime', 'CTime', 'Stime', 'QnRtn', 'ExeRtn', 'CalibrationType'],
  ...['ReportTarget', 'ReportTime', 'WarnTime', 'AlarmType'],
];

function plainMeaning(name: string, value: string, knowledge: Knowledge): Both | null {
  if (TIMES.includes(name)) return same(timeOf(value));
  switch (name) {
    case 'QnRtn':
      return both(`wire.qn_rtn_${requestAnswers[Number(value)]}`);
    case 'ExeRtn':
      return both(`wire.exe_rtn_${executionResults[Number(value)]}`);
    case 'PolId':
      return knowledge.factorName(value);
    case 'InfoId':
      return both(informationWord(value));
    case 'Flag':
      return both(`wire.flag_${value}`);
    default:
      return null;
  }
}

function itemMeaning(code: string, suffix: string, value: string, { edition }: Knowledge): Both | null {
  switch (suffix) {
    case 'flag':
      return both(`wire.flag_${value}`);
    case 'info':
      return both(informationValueWord(code, value, edition));
    case 'rs':
      return both(informationValueWord('RS', value, edition));
    case 'sampletime':
      return same(timeOf(value));
    default:
      return null;
  }
}

/** Formats `20240601120500` (with optional milliseconds); undefined if it is no time. */
function timeOf(digits: string): string | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})?$/.exec(digits);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, ms] = match;
  return `${year}-${month}-${day} ${hour}:${minute}:${second}${ms ? `.${ms}` : ''}`;
}

export function withoutSecretFields(fields: readonly ExplainedField[]): ExplainedField[] {
  return fields.map((field) => (isSecret(field.name) ? { ...field, value: HIDDEN } : field));
}
