import type { Pool } from '#server/db/pool.ts';
import type { SeriesStore } from '#server/series/store.ts';
import { append } from './append.ts';
import { buckets } from './buckets.ts';
import { course } from './course.ts';
import { FactorSets } from './factor-sets.ts';
import { figures } from './figures.ts';
import { flagged } from './flagged.ts';
import { forget } from './forget.ts';
import { grid } from './grid.ts';
import { latest } from './latest.ts';
import { Partitions } from './partitions.ts';
import { count, parts, range } from './range.ts';
import { removeSite } from './remove-site.ts';
import { revisions } from './revisions.ts';
import { rollUp } from './rollup.ts';
import { simulate } from './simulate.ts';
import { forgetTrace, takeBack } from './take-back.ts';
import { appendTraced, countReplacing } from './traced.ts';

export function postgresStore(pool: Pool): SeriesStore {
  const sets = new FactorSets(pool);
  const partitions = new Partitions(pool);
  return {
    append: (batch) => append(pool, sets, partitions, batch),
    appendTraced: (batch) => appendTraced(pool, sets, partitions, batch),
    simulate: (readings, made_at) => simulate(pool, sets, partitions, readings, made_at),
    countReplacing: (readings) => countReplacing(pool, sets, readings),
    takeBack: (trace_id, limit) => takeBack(pool, trace_id, limit),
    forgetTrace: (trace_id) => forgetTrace(pool, trace_id),
    latest: (site_ids, data_type) => latest(pool, sets, site_ids, data_type),
    flagged: (flags) => flagged(pool, flags),
    range: (question) => range(pool, sets, question),
    revisions: (question) => revisions(pool, question),
    buckets: (question) => buckets(pool, sets, question),
    parts: (question) => parts(pool, question),
    grid: (question) => grid(pool, question),
    count: (question) => count(pool, question),
    course: (question) => course(pool, question),
    figures: (question) => figures(pool, question),
    rollUp: (now, tell) => rollUp(pool, sets, partitions, now, tell),
    forget: (what, before, tell) => forget(pool, partitions, what, before, tell),
    removeSite: (site_id) => removeSite(pool, site_id),
  };
}
