import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { UserNotice } from '#server/messages/notify.ts';
import { englishPlace } from '#server/places/english-places.ts';
import { englishSiteName } from '#server/places/site-names.ts';
import { usable } from '#server/settings/usable.ts';
import { sayIn } from '#server/words.ts';
import { tellingShape } from '#shared/contract/alarms/telling.ts';
import { figureWord, limitWord } from '#shared/domain/alarm-figure.ts';
import type { AlarmCause, AlarmKind } from '#shared/domain/alarm-kinds.ts';
import type { AlarmLevel } from '#shared/domain/alarm-rule.ts';
import { fillMessage, type TemplateEvent, type TemplateValues } from '#shared/domain/alarm-template.ts';
import { alarmTopic } from '#shared/domain/alarm-topic.ts';
import type { Language } from '#shared/domain/language.ts';
import { formatBytes, formatDuration } from '#shared/domain/numbers.ts';
import { formatTime, startOfDay } from '#shared/domain/time.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';

/** The facts of an alarm that a message may contain. */
export interface AlarmFacts {
  alarm_id: number;
  /** Null: an alarm of the platform itself. */
  site_id: number | null;
  site_name: string | null;
  site_name_en?: string | null;
  mn: string | null;
  city_code: string | null;
  city_name: string | null;
  kind: AlarmKind;
  level: AlarmLevel;
  side: string;
  component_id: number | null;
  component_name: string | null;
  component_name_en: string | null;
  unit: string | null;
  decimals: number | null;
  from_at: string;
  ended_at: string | null;
  last_value: number | null;
  peak: number | null;
  limit_value: number | null;
  cause: AlarmCause | null;
  /** For a disk: free space. */
  free: number | null;
}

export interface TemplateText {
  subject: string;
  body: string;
}

/** The current message templates. */
export interface Wording {
  language: Language | 'both';
  link_base: string | null;
  /** Edited templates. */
  templates: (TemplateText & { event: TemplateEvent; language: Language })[];
  now: Date;
}

type Link = Pick<Wording, 'language' | 'link_base'>;

export async function readWording(db: Db, now: Date): Promise<Wording> {
  const setting = await db.one<Link>(sql`select language, link_base from alarm_setting`);
  const templates = await db.rows<Wording['templates'][number]>(
    sql`select event, language, subject, body from alarm_template`,
  );
  const stored: Link = { language: 'both', link_base: null, ...setting };
  return {
    ...usable<Link>({ link_base: tellingShape.link_base }, stored, { link_base: null }),
    templates,
    now,
  };
}

export async function factsOf(db: Db, alarm_ids: readonly number[]): Promise<Map<number, AlarmFacts>> {
  const rows = await db.rows<AlarmFacts>(sql`
    select a.alarm_id, a.site_id, s.site_name, s.site_name_en, s.mn, s.city_code, r.region_name as city_name, a.kind, a.level, a.side,
           a.component_id, c.component_name, c.component_name_en, c.unit, c.decimals, a.from_at, a.ended_at,
           a.last_value, a.peak, a.limit_value, a.cause, (a.details->>'free')::float8 as free
      from alarm a
      left join site s using (site_id)
      left join region r on r.region_code = s.city_code
      left join component c on c.component_id = a.component_id
     where a.alarm_id = any(${[...alarm_ids]})`);
  return new Map(rows.map((facts) => [facts.alarm_id, facts]));
}

/** The built-in template. */
export function productText(event: TemplateEvent, language: Language): TemplateText {
  const say = sayIn(language);
  return {
    subject: say(`alarmTemplates.text_${event}_subject`),
    body: say(`alarmTemplates.text_${event}_body`),
  };
}

/** The text for one alarm (by its event) or several (as a storm); in both languages if none is set. */
export function wordAlarms(
  wording: Wording,
  event: TemplateEvent,
  alarms: readonly AlarmFacts[],
): TemplateText & Pick<UserNotice, 'said'> {
  const languages: readonly Language[] = wording.language === 'both' ? ['zh', 'en'] : [wording.language];
  const said = languages.map((language) => {
    const own = wording.templates.find((one) => one.event === event && one.language === language);
    return fillText(own ?? productText(event, language), valuesOf(wording, language, alarms));
  });
  const [zh, en] = said;
  return {
    subject: said.map(({ subject }) => subject).join(' / '),
    body: said.map(({ body }) => body).join('\n\n'),
    ...(zh && en && { said: { zh, en } }),
  };
}

export function fillText({ subject, body }: TemplateText, values: TemplateValues): TemplateText {
  return {
    // A single line, because it becomes a mail header or a text message.
    subject: fillMessage(subject, values).replace(/\s+/g, ' '),
    body: fillMessage(body, values),
  };
}

/** Most names in a storm message. */
const NAMED_SITES = 10;

export function valuesOf(
  { link_base, now }: Pick<Wording, 'link_base' | 'now'>,
  language: Language,
  alarms: readonly AlarmFacts[],
): TemplateValues {
  const [first] = alarms;
  if (!first) throw new Error('words for no alarm');
  const say = sayIn(language);
  const isStorm = alarms.length > 1;
  const isEnglish = language === 'en';
  const worst = alarms.find(({ level }) => level === 'alarm') ?? first;
  const from = alarms.map(({ from_at }) => from_at).sort()[0] ?? first.from_at;
  const ends = alarms.flatMap(({ ended_at }) => ended_at ?? []).sort();
  const to = ends.at(-1);
  const factor = (isEnglish && first.component_name_en) || first.component_name || '';
  // An 8-hour mean and a water class are not simply "over limit".
  const isOfItsOwn = /^(o3_8h|water_class)/.test(first.side);
  const kind = say(isOfItsOwn ? `alarmLog.side_${first.side}` : `alarmLog.kind_${first.kind}`);
  // A class or minutes have their own wording; a plain value is followed by its unit.
  const figure = (value: number | null, wordFor = figureWord) => {
    if (isStorm || value === null) return { text: '', unit: '' };
    const { word, slots } = wordFor(first, value);
    return { text: slots.value ?? say(word, slots), unit: slots.unit ?? '' };
  };
  const city = first.city_name ?? (first.site_id === null ? '' : say('alarmTemplates.no_city'));
  const topic = alarmTopic(factor, kind);
  const free = first.free === null ? '' : say('alarmTemplates.free', { size: formatBytes(first.free) });
  const measured = figure(first.last_value ?? first.peak);
  const { text: value, unit } = free ? { text: free, unit: '' } : measured;
  const limit = figure(first.limit_value, limitWord).text;
  const figures = { topic, value: [value, unit].filter(Boolean).join(' '), limit };
  const said = value === '' ? 'what_plain' : limit === '' ? 'what_value' : 'what_limit';
  const siteOf = ({ site_name, site_name_en }: AlarmFacts) =>
    site_name && isEnglish ? englishSiteName(site_name, site_name_en) : site_name;
  const names = alarms.slice(0, NAMED_SITES).map((alarm) => siteOf(alarm) ?? '');
  const more = alarms.length - names.length;
  return {
    level: say(`alarmLog.level_${worst.level}`),
    kind,
    topic,
    what: say(`alarmTemplates.${said}`, figures),
    site: isStorm ? '' : (siteOf(first) ?? say('alarmTemplates.platform')),
    mn: isStorm ? '' : (first.mn ?? ''),
    city: isEnglish && first.city_name ? englishPlace(city, 'city') : city,
    factor,
    value,
    peak: figure(first.peak).text,
    unit,
    limit,
    from: clockTime(from, now),
    to: to ? clockTime(to, now) : '',
    duration: formatDuration(new Date(to ?? now).getTime() - new Date(from).getTime(), language),
    cause: !isStorm && first.cause ? say(`alarmLog.cause_${first.cause}`) : '',
    count: String(new Set(alarms.map(({ site_id }) => site_id)).size),
    sites:
      names.join(isEnglish ? ', ' : '、') +
      (more > 0 ? say('alarmTemplates.more_sites', { count: String(more) }) : ''),
    link: link_base ? `${link_base.replace(/\/+$/, '')}/alarmdatas/log?${question(alarms)}` : '',
    id: isStorm ? '' : String(first.alarm_id),
  };
}

function question(alarms: readonly AlarmFacts[]): string {
  const [first] = alarms;
  return alarms.length > 1 ? `kind=${first?.kind}` : `alarm=${first?.alarm_id}`;
}

/** Only the time if it is today. */
function clockTime(at: string, now: Date): string {
  const time = new Date(at);
  const isToday = startOfDay(time).getTime() === startOfDay(now).getTime();
  return formatTime(time, isToday ? 'HH:mm' : 'yyyy-MM-dd HH:mm');
}

/** Sample alarms for previews and tests. */
export function sampleAlarms(event: TemplateEvent, now: Date): AlarmFacts[] {
  const isStorm = event.startsWith('storm');
  const ago = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS).toISOString();
  const sites = isStorm ? ['城东站', '城西站', '开发区站', '南浔站', '德清站'] : ['城东站'];
  return sites.map((site_name, at) => ({
    ...{ alarm_id: at + 1, site_id: at + 1, site_name, mn: `HZ0000${at + 1}`, city_code: '330500' },
    ...{ city_name: '湖州市', level: 'alarm', side: isStorm ? '' : 'high', unit: isStorm ? null : 'µg/m³' },
    ...{ kind: isStorm ? 'offline' : 'over_standard', decimals: 0 },
    ...{
      component_id: isStorm ? null : 1,
      component_name: isStorm ? null : 'PM2.5',
      component_name_en: null,
    },
    ...{ from_at: ago(38), ended_at: event.endsWith('recovered') ? ago(1) : null },
    ...{ last_value: isStorm ? null : 156, peak: isStorm ? null : 168, limit_value: isStorm ? null : 75 },
    ...{ cause: isStorm ? null : 'local', free: null },
  }));
}
