import { cnOf, commandOf, type DataType } from '#protocol/commands.ts';
import { secretCommands, withoutSecrets } from '#protocol/secrets.ts';
import { decodeText } from '#protocol/text.ts';
import type { Ctx } from '#server/app.ts';
import { join, type Sql, sql } from '#server/db/sql.ts';
import { list } from '#server/http/list.ts';
import { NOT_STORED, TOLERATED } from '#server/ingest/admit.ts';
import { FUTURE_MS, PERIOD_MS } from '#server/ingest/rows.ts';
import { scope, seesSecrets } from '#server/scope.ts';
import { wordOf } from '#server/words.ts';
import { packetSearchDays, packets } from '#shared/contract/packets/packets.ts';
import type { ListQuery } from '#shared/contract/resource.ts';
import { minuteSteps } from '#shared/contract/site-config/agreements.ts';
import { may } from '#shared/domain/may.ts';
import { formatTime, networkZone } from '#shared/domain/time.ts';
import { Fault } from '#shared/faults.ts';
import type { Language } from '#shared/i18n/index.ts';

const DAY_MS = 86_400_000;
const COUNTS_TO = 10_000;

/** Frames of the sites that a user may see; those of strangers for people who see unregistered devices. */
export function visiblePackets({ user }: Pick<Ctx, 'user'>): Sql {
  // A stranger that has become a site since is seen by those who see the site.
  const strangers = may(user, 'knocking.read')
    ? sql`p.site_id is null
          and not exists (select 1 from site x where lower(x.mn) = lower(p.mn) and not (${scope(user, sql`x.site_id`)}))`
    : sql`false`;
  return sql`
    select p.packet_id, p.received_at, p.outgoing, p.mn, s.site_id, s.site_name, p.st, p.cn, '' as cn_name,
           '' as cn_name_en, p.qn, p.verdict, coalesce(p.deviations, '{}') as deviations, length(p.raw) as size,
           p.outgoing or (p.site_id is not null and not coalesce(p.deviations, '{}') && array['wrong_pw', ${NOT_STORED}]::text[]
                          and (p.verdict = 'ok' or ${TOLERATED} = any(p.deviations))) is true as accepted,
           p.raw, p.remote, coalesce(substring(p.remote from '^(mqtt|http)://'), 'tcp') as source,
           p.site_id as owner_id,
           coalesce(a.edition, case p.st when '21' then 'water' else '2017' end) as edition,
           coalesce(a.label, 'start') as label, coalesce(a.minute_step, 1) as minute_step
      from raw_packet p
      left join site s using (site_id)
      left join agreement a using (agreement_id)
     where (${strangers}) or (s.site_id is not null and ${scope(user, sql`s.site_id`)})`;
}

/** The last 24 hours unless the question says otherwise, or since then when it is about an earlier time. */
function complete(query: ListQuery, now: Date): ListQuery {
  const until = query.received_at_to ? new Date(String(query.received_at_to)) : now;
  const since = query.data_time_from
    ? new Date(String(query.data_time_from)).getTime() - FUTURE_MS
    : until.getTime() - DAY_MS;
  const received_at_from = query.received_at_from ?? new Date(since).toISOString();
  const days = query.mn || query.site_id ? packetSearchDays.device : packetSearchDays.network;
  const isSearched = query.keyword || query.data_time_from || query.data_time_to;
  if (isSearched && until.getTime() - new Date(String(received_at_from)).getTime() > days * DAY_MS) {
    const problem = { field: 'received_at_from', problem: 'range_too_long', params: { days } };
    throw new Fault('parameter_error', { fields: [problem] });
  }
  return { ...query, received_at_from };
}

/**
 * The text as UTF-8 or GBK bytes anywhere in the frame. People who may not read passwords search the content alone:
 * otherwise they could find one out letter by letter.
 */
function holding(text: string, ctx: Ctx): Sql {
  const content = sql`case when source <> 'tcp' then raw
                           when cn <> all(${secretCommands})
                           then substring(raw from nullif(position('CP=&&'::bytea in raw), 0)) end`;
  const searched = seesSecrets(ctx.user) ? sql`raw` : content;
  return sql`(position(convert_to(${text}, 'UTF8') in ${searched}) > 0
              or position(convert_to(${text}, 'GB18030') in ${searched}) > 0)`;
}

const DATA_TIME = 'DataTime=';
const wireTime = (at: number) => formatTime(new Date(at), 'yyyy-MM-dd HH:mm:ss').replace(/\D/g, '');

/** What a frame calls the time of its values. Such texts stand in the order of their times. */
const dataTime = sql`
  convert_from(substring(raw from nullif(position(${DATA_TIME}::bytea in raw), 0) + ${DATA_TIME.length}::integer for 14),
               'LATIN1')`;

/** Items of JSON that were read as such, so that their times are times. */
const isItem = sql`source <> 'tcp' and verdict = 'ok' and owner_id is not null`;

/** When the period of an item begins: with its offset, or on the network's clock. */
function itemTime(): Sql {
  return sql`
    (select case when said ~ '(Z|[+-][0-9]{2}:[0-9]{2})$' then said::timestamptz
                 else said::timestamp at time zone ${networkZone()} end
       from substring(convert_from(raw, 'LATIN1')
                      from '"time"[[:space:]]*:[[:space:]]*"([12][0-9]{3}-[^"]*)"') said)`;
}

/** What a period that begins then is called: a device that names periods by their end names it later. */
function called(start: string): Sql {
  const at = Date.parse(start);
  const later = (ms: number) => sql`${wireTime(at + ms)}`;
  const minutes = minuteSteps.map((step) => sql`when ${step} then ${later(step * PERIOD_MS.minute)}`);
  const byEnd = Object.entries(cnOf).map(([type, cn]) =>
    type === 'minute'
      ? sql`when ${cn} then case minute_step ${join(minutes, sql` `)} end`
      : sql`when ${cn} then ${later(PERIOD_MS[type as DataType])}`,
  );
  return sql`coalesce(case when label = 'end' then case cn ${join(byEnd, sql` `)} end end, ${wireTime(at)})`;
}

function readable(ctx: Ctx, language?: Language) {
  const mask = seesSecrets(ctx.user) ? (text: string) => text : withoutSecrets;
  return (row: Record<string, unknown>) => {
    const key = commandOf(String(row.cn), row.edition as never)?.key;
    return {
      ...row,
      ...(language && inWords(row, language)),
      cn_name: wordOf('zh', `wire.cn_${key}`) ?? '',
      cn_name_en: wordOf('en', `wire.cn_${key}`) ?? '',
      raw: mask(decodeText(row.raw as Uint8Array).text),
    };
  };
}

/** In a file there is nothing to point at: who speaks and what is odd stand in its cells. */
function inWords({ site_name, mn, deviations }: Record<string, unknown>, language: Language) {
  const found = (deviations as string[]).map((one) => wordOf(language, `wire.deviation_${one}`) ?? one);
  return {
    site_name: [site_name, mn].filter(Boolean).join(' '),
    deviations: found.join(language === 'zh' ? '；' : '; '),
  };
}

export const packetRoutes = [
  list(packets, {
    select: visiblePackets,
    filters: {
      // Of the site that bears it, or of strangers who call themselves so.
      mn: (mn: string) => sql`(owner_id = (select s.site_id from site s where lower(s.mn) = lower(${mn}))
                               or (owner_id is null and mn = ${mn}))`,
      site_id: (site_id: number) => sql`owner_id = ${site_id}`,
      st: (st: string) => sql`st = ${st}`,
      cn: (cn: string) => sql`cn = ${cn}`,
      deviation: (deviation: string) => sql`${deviation} = any(deviations)`,
      data_time_from: (from: string) =>
        sql`case when ${isItem} then ${itemTime()} >= ${from}::timestamptz else ${dataTime} >= ${called(from)} end`,
      data_time_to: (to: string) =>
        sql`case when ${isItem} then ${itemTime()} < ${to}::timestamptz else ${dataTime} < ${called(to)} end`,
      keyword: holding,
    },
    sort: sql`received_at desc, packet_id desc`,
    countsTo: COUNTS_TO,
    complete,
    show: readable,
  }),
];
