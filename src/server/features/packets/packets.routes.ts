import { cnOf, commandOf, type DataType } from '#protocol/commands.ts';
import { withoutSecrets } from '#protocol/secrets.ts';
import { decodeText } from '#protocol/text.ts';
import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { list } from '#server/http/list.ts';
import type { FoundRows } from '#server/http/route.ts';
import { FUTURE_MS, PERIOD_MS } from '#server/ingest/rows.ts';
import { seesSecrets } from '#server/scope.ts';
import type { LateLabel, PacketsQuestion } from '#server/series/packets.ts';
import { wordOf } from '#server/words.ts';
import { packetSearchDays, packets } from '#shared/contract/packets/packets.ts';
import type { ListQuery } from '#shared/contract/resource.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import { Fault } from '#shared/faults.ts';
import type { Language } from '#shared/i18n/index.ts';
import { packetRows, visiblePackets } from './visible-packets.ts';

const COUNTS_TO = 10_000;

/** Default period: the last 24 hours, or from the asked data time on. */
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

/** For sites that label periods by end time: the offset from the start, by command number (CN). */
async function lateLabels({ db }: Ctx): Promise<LateLabel[]> {
  const rows = await db.rows<{ minute_step: number; site_ids: number[] }>(sql`
    select a.minute_step, array_agg(s.site_id) as site_ids
      from site s join agreement a using (agreement_id) where a.label = 'end' group by a.minute_step`);
  return rows.flatMap(({ minute_step, site_ids }) =>
    Object.entries(cnOf).map(([type, cn]) => ({
      site_ids,
      cn,
      later_ms: PERIOD_MS[type as DataType] * (type === 'minute' ? minute_step : 1),
    })),
  );
}

/** The parsed filters of the list. */
interface Filters
  extends Pick<
    PacketsQuestion,
    'outgoing' | 'st' | 'cn' | 'verdict' | 'source' | 'deviation' | 'command_id'
  > {
  site_id?: number;
  mn?: string;
  keyword?: string;
  received_at_from: string;
  received_at_to?: string;
  data_time_from?: string;
  data_time_to?: string;
}

const timeOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text));

async function questionOf(ctx: Ctx, filters: Filters): Promise<PacketsQuestion> {
  const { site_id, mn, keyword, data_time_from, data_time_to } = filters;
  const { outgoing, st, cn, verdict, source, deviation, command_id } = filters;
  const isOfTime = data_time_from !== undefined || data_time_to !== undefined;
  return {
    ...(await visiblePackets(ctx, { site_id, mn })),
    ...{ outgoing, st, cn, verdict, source, deviation, command_id },
    from: new Date(filters.received_at_from),
    to: timeOf(filters.received_at_to),
    text: keyword,
    // Otherwise users without the right to see passwords could find one by searching letter by letter.
    searched: seesSecrets(ctx.user) ? 'whole' : 'content',
    values_from: timeOf(data_time_from),
    values_to: timeOf(data_time_to),
    labels: isOfTime ? await lateLabels(ctx) : [],
  };
}

async function find(ctx: Ctx, query: ListQuery): Promise<FoundRows> {
  const question = await questionOf(ctx, query as ListQuery & Filters);
  const oldest_first = query.sort === 'received_at' && query.order === 'asc';
  const { series } = ctx;
  return {
    page: async (limit, offset) =>
      packetRows(ctx, await series.packets(question, { limit, offset, oldest_first })),
    count: (most) => series.countPackets(question, most),
    all: async function* () {
      for await (const some of series.eachPacket(question, oldest_first)) yield await packetRows(ctx, some);
    },
  };
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

/** Exports contain the MN and the deviations as text. */
function inWords({ site_name, mn, deviations }: Record<string, unknown>, language: Language) {
  const found = (deviations as string[]).map((one) => wordOf(language, `wire.deviation_${one}`) ?? one);
  return {
    site_name: [site_name, mn].filter(Boolean).join(' '),
    deviations: found.join(language === 'zh' ? '；' : '; '),
  };
}

export const packetRoutes = [list(packets, { find, countsTo: COUNTS_TO, complete, show: readable })];
