import type { SeriesConfig } from '#server/series/config.ts';
import { NEWS_WINDOW } from '#server/series/news-reach.ts';
import { type News, readingParts, type SeriesStore, type TakenBack } from '#server/series/store.ts';
import { dataTypes, levels, Memory } from './memory.ts';
import { packets } from './packets.ts';
import { presence } from './presence.ts';
import { buckets, flagged, latest, range, rowsIn } from './reading.ts';
import { course, figures, grid, means } from './selecting.ts';
import { rollUp } from './summing.ts';
import { appendTraced, remove, takeBack } from './tracing.ts';
import { append, countReplacing, simulate } from './writing.ts';

/** The answers that every engine must give. */
export type Reference = SeriesStore;

/**
 * A simple in-memory implementation of the store, which tests compare the engines with. It has no batches, indexes or
 * packing. It shares `merge.ts` (which value applies) and `sums.ts` (aggregation) with the engines.
 */
export function referenceStore(config: SeriesConfig): Reference {
  const memory = new Memory();
  const taken = new Map<number, TakenBack>();
  return {
    ...presence(memory),
    append: async (batch) => append(memory, batch),
    appendTraced: async (batch) => appendTraced(memory, batch),
    simulate: async (readings) => {
      const on = await config.simulated(readings.map(({ site_id }) => site_id));
      return simulate(memory, readings, on);
    },
    countReplacing: async (readings) => countReplacing(memory, readings),
    takeBack: async (trace_id, limit, news_since) => {
      const sum = taken.get(trace_id) ?? { done: false, rows: 0, removed: 0, restored: 0, kept: 0 };
      taken.set(trace_id, sum);
      return takeBack(memory, trace_id, limit, sum, news_since);
    },
    forgetTrace: async (trace_id) => {
      taken.delete(trace_id);
      remove(memory.hourTraces, (hour) => hour.trace_id === trace_id);
      return remove(memory.traces, (trace) => trace.trace_id === trace_id);
    },
    latest: async (site_ids, data_type) => latest(memory, site_ids, data_type),
    flagged: async (flags) => flagged(memory, flags),
    range: async (question) => range(memory, question),
    revisions: async ({ site_id, fid, data_types, from, to, limit }) =>
      memory.revisions
        .filter((one) => one.site_id === site_id && one.fid === fid && data_types.includes(one.data_type))
        .filter(({ ts }) => ts >= from.toISOString() && ts < to.toISOString())
        .map(({ site_id: _site, fid: _fid, ...revision }) => revision)
        .reverse()
        .slice(0, limit),
    buckets: async (question) => buckets(memory, question, await config.waterNeeds(question.site_ids)),
    grid: async (question) => grid(memory, question, await config.waterNeeds(question.site_ids)),
    means: async (question) => means(memory, question, await config.waterNeeds(question.site_ids)),
    parts: async (question) => {
      const rows = range(memory, { ...question, extremes: true });
      return readingParts.filter((part) => rows.some((row) => row[part] !== undefined));
    },
    count: async (question) =>
      'level' in question
        ? rowsIn(memory.sums[question.level], question).length
        : rowsIn(memory.readings[question.data_type], question).length,
    course: async (question) => course(memory, question, await config.waterNeeds(question.site_ids)),
    figures: async (question) => figures(memory, question, await config.waterNeeds(question.site_ids)),
    rollUp: (now, tell) => rollUp(memory, config, now, tell),
    news: async (limit) => liveFirst(memory.news.slice(0, NEWS_WINDOW * limit)).slice(0, limit),
    forgetNews: async (news_ids) => {
      memory.news = memory.news.filter(({ news_id }) => !news_ids.includes(news_id));
    },
    // In whole months by UTC.
    forget: async (what, before) => {
      if (what === 'packets') return;
      const month = new Date(Date.UTC(before.getUTCFullYear(), before.getUTCMonth()));
      for (const [key, { ts }] of memory.readings[what]) if (ts < month) memory.readings[what].delete(key);
    },
    removeSite: async (site_id) => removeSite(memory, site_id),
    removeSites: async ({ site_ids, mns }, report) => {
      for (const site_id of site_ids) removeSite(memory, site_id);
      remove(memory.packets, ({ mn }) => mns.includes(mn));
      report(1, 1);
    },
    ...packets(memory),
  };
}

function liveFirst(news: readonly News[]): News[] {
  const isLive = ({ rows }: News) => rows[0]?.data_type === 'realtime';
  return [...news.filter(isLive), ...news.filter((one) => !isLive(one))];
}

function removeSite(memory: Memory, site_id: number): number {
  const lists = [
    ...dataTypes.map((type) => memory.readings[type]),
    ...levels.map((level) => memory.sums[level]),
    ...[memory.newest, memory.marks],
  ] as Map<string, { site_id: number }>[];
  let rows = 0;
  for (const list of lists)
    for (const [key, row] of list) if (row.site_id === site_id && list.delete(key)) rows += 1;
  memory.simulated.delete(site_id);
  for (const list of [memory.revisions, memory.traces, memory.hourTraces, memory.packets])
    rows += remove<{ site_id: number | null }>(list, (one) => one.site_id === site_id);
  return rows;
}
