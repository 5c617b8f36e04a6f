import type { Pool } from '#server/db/pool.ts';
import { configFrom, type SeriesConfig } from '#server/series/config.ts';
import type { SeriesStore } from '#server/series/store.ts';
import { append } from './append.ts';
import { backlog } from './backlog.ts';
import { bucketStarts } from './bucket-starts.ts';
import { buckets } from './buckets.ts';
import { countBySite } from './count-by-site.ts';
import { course } from './course.ts';
import { endedBefore } from './ended-before.ts';
import { FactorSets } from './factor-sets.ts';
import { factorsOf, mayHold } from './factors-of.ts';
import { figures } from './figures.ts';
import { firstBuckets } from './first-buckets.ts';
import { flagged } from './flagged.ts';
import { forget } from './forget.ts';
import { grid, means } from './grid.ts';
import { hoursOfMinutes } from './hours-of-minutes.ts';
import { isTraced } from './is-traced.ts';
import { latest } from './latest.ts';
import { measuredPeriods } from './measured-periods.ts';
import { forgetNews, news } from './news.ts';
import { countPackets, eachPacket, packets } from './packets.ts';
import { Partitions } from './partitions.ts';
import { count, parts, range } from './range.ts';
import { removeSite } from './remove-site.ts';
import { removeSites } from './remove-sites.ts';
import { revisions } from './revisions.ts';
import { rollUp } from './rollup.ts';
import { simulate } from './simulate.ts';
import { simulatedUntil } from './simulated-until.ts';
import { forgetTrace, takeBack } from './take-back.ts';
import { appendTraced, countReplacing } from './traced.ts';

/** The engine in the same database as the settings, unless others are given. */
export function postgresStore(pool: Pool, config: SeriesConfig = configFrom(pool)): SeriesStore {
  const sets = new FactorSets(pool);
  const partitions = new Partitions(pool);
  return {
    append: (batch) => append(pool, sets, partitions, batch),
    appendTraced: (batch) => appendTraced(pool, sets, partitions, batch),
    simulate: (readings, made_at) => simulate(pool, config, sets, partitions, readings, made_at),
    countReplacing: (readings) => countReplacing(pool, sets, readings),
    takeBack: (trace_id, limit, news_since) => takeBack(pool, trace_id, limit, news_since),
    forgetTrace: (trace_id) => forgetTrace(pool, trace_id),
    latest: (site_ids, data_type) => latest(pool, sets, site_ids, data_type),
    flagged: (flags) => flagged(pool, flags),
    range: (question) => range(pool, sets, question),
    revisions: (question) => revisions(pool, question),
    buckets: (question) => buckets(pool, config, sets, question),
    parts: (question) => parts(pool, question),
    grid: (question) => grid(pool, config, question),
    means: (question) => means(pool, config, question),
    count: (question) => count(pool, question),
    course: (question) => course(pool, config, question),
    figures: (question) => figures(pool, config, question),
    rollUp: (now, tell) => rollUp(pool, config, sets, partitions, now, tell),
    news: (limit) => news(pool, limit),
    forgetNews: (news_ids) => forgetNews(pool, news_ids),
    forget: (what, before, tell) => forget(pool, partitions, what, before, tell),
    removeSite: (site_id) => removeSite(pool, site_id),
    removeSites: (removed, report) => removeSites(pool, removed, report),
    factorsOf: (site_ids) => factorsOf(pool, site_ids),
    mayHold: (fids) => mayHold(pool, fids),
    firstBuckets: (level, site_ids, fids) => firstBuckets(pool, level, site_ids, fids),
    bucketStarts: (level, span) => bucketStarts(pool, level, span),
    endedBefore: (pairs, before) => endedBefore(pool, pairs, before),
    hoursOfMinutes: (span) => hoursOfMinutes(pool, span),
    isTraced: (data_types, span) => isTraced(pool, data_types, span),
    countBySite: (question) => countBySite(pool, question),
    simulatedUntil: (site_ids) => simulatedUntil(pool, site_ids),
    measuredPeriods: (data_type, periods) => measuredPeriods(pool, data_type, periods),
    backlog: (due) => backlog(pool, due),
    packets: (question, page) => packets(pool, question, page),
    eachPacket: (question, oldest_first) => eachPacket(pool, question, oldest_first),
    countPackets: (question, most) => countPackets(pool, question, most),
  };
}
