import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { readAhead } from '#server/heavy/read-ahead.ts';
import { partsOf, rests } from '#server/heavy/rests.ts';
import { handlers, inFairTurn } from '#server/http/handlers.ts';
import { namedSites } from '#server/scope.ts';
import type { Span } from '#server/series/store.ts';
import {
  type AmongNeighbours,
  LEAST_NEIGHBOURS,
  NEIGHBOUR_KM,
  OUTLIER_SCORE,
  siteComparison,
} from '#shared/contract/analysis/comparison.ts';
import type { AnalysisLevel } from '#shared/contract/analysis/values.ts';
import { pearson } from '#shared/domain/correlation.ts';
import { distanceKm } from '#shared/domain/interpolation.ts';
import { boxFigures, rowMean, scoreAmong, stretchMeans } from '#shared/domain/site-figures.ts';
import { yearBefore } from '#shared/domain/time.ts';
import { Fault } from '#shared/faults.ts';
import { shortNumber, wholeSteps } from './steps.ts';

/** A year of hours of more than 500 sites. */
const MOST_VALUES = 5_000_000;
/** Values read at a time; bounds the memory use. */
const VALUES_AT_ONCE = 500_000;

export const siteComparisonRoutes = handlers(siteComparison, {
  data: inFairTurn(async (ctx, { component_id, level, reference_id, width, ...asked }) => {
    await requireQuantity(ctx, component_id);
    const site_ids = (await namedSites(ctx, asked)).map(({ site_id }) => site_id);
    if (reference_id !== undefined) await namedSites(ctx, { site_ids: [reference_id] });
    const { from, to, count } = wholeSteps({ level, ...asked }, site_ids.length, MOST_VALUES);
    const rows = rowsOf(ctx, level, component_id);
    const means = (span: Span) => ctx.series.means({ level, fid: component_id, ...span });
    const reference =
      reference_id === undefined ? undefined : (await rows({ site_ids: [reference_id], from, to }))[0];
    const before = { from: new Date(from.getTime() - (to.getTime() - from.getTime())), to: from };
    const lastYear = { from: yearBefore(from), to: yearBefore(to) };
    // For a range of one year both spans are the same, so they are read once.
    const isSame =
      before.from.getTime() === lastYear.from.getTime() && before.to.getTime() === lastYear.to.getTime();
    const stretch = Math.ceil(count / width);
    const expected = wholeSteps({ level, ...asked, to: passed(ctx, asked) }, 1, MOST_VALUES).count;
    const rest = rests(ctx);
    const compared = [];
    const read = async (some: readonly number[]) => {
      const now = await rows({ site_ids: some, from, to });
      const then = await means({ site_ids: some, ...before });
      return { now, then, yearAgo: isSame ? then : await means({ site_ids: some, ...lastYear }) };
    };
    for await (const { part, read: found } of readAhead(partsOf(site_ids, count, VALUES_AT_ONCE), read)) {
      for (const [place, site_id] of part.entries()) {
        const values = found.now[place] ?? new Float32Array();
        compared.push({
          site_id,
          expected,
          ...boxFigures(values),
          before: found.then[place] ?? null,
          year_before: found.yearAgo[place] ?? null,
          ...besideReference(values, site_id === reference_id ? undefined : reference),
          line: stretchMeans(values, stretch).map(shortNumber),
        });
        await rest();
      }
    }
    const among = await neighboursOf(ctx, compared);
    const data_info = compared.map((site) => ({ ...site, neighbours: among(site.site_id) }));
    return { start: from.toISOString(), steps: count, stretch, data_info, total: data_info.length };
  }),
});

/** Future hours are not missing. */
function passed(ctx: Ctx, { from, to }: { from: string; to: string }): string {
  const now = ctx.now().toISOString();
  return now > from && now < to ? now : to;
}

/** Rejects directions: a difference or mean of them makes no sense here. */
async function requireQuantity(ctx: Ctx, component_id: number): Promise<void> {
  const factor = (await ctx.factorFacts()).byId.get(component_id);
  if (factor && factor.averaging !== 'circular') return;
  throw new Fault('parameter_error', { fields: [{ field: 'component_id', problem: 'unknown_value' }] });
}

/** One row for each site. */
function rowsOf({ series }: Ctx, level: AnalysisLevel, fid: number) {
  return async (span: Span): Promise<Float32Array[]> => {
    const { steps, columns } = await series.grid({ level, fids: [fid], ...span });
    return span.site_ids.map(
      (_, place) => columns[0]?.subarray(place * steps, (place + 1) * steps) ?? new Float32Array(),
    );
  };
}

function besideReference(values: Float32Array, reference: Float32Array | undefined) {
  if (!reference) return { difference: null, correlation: null };
  const known = (row: Float32Array) => Array.from(row, (value) => (Number.isNaN(value) ? null : value));
  const [own, other] = [known(values), known(reference)];
  const differences = Float32Array.from(own, (value, i) => {
    const beside = other[i] ?? null;
    return value === null || beside === null ? Number.NaN : value - beside;
  });
  return { difference: rowMean(differences), correlation: pearson(own, other).v };
}

interface Placed {
  site_id: number;
  longitude: number;
  latitude: number;
  is_water: boolean;
}

/** Compares each mean with those of nearby sites with the same medium, among the requested ones. */
async function neighboursOf(
  { db }: Ctx,
  compared: readonly { site_id: number; mean: number | null }[],
): Promise<(site_id: number) => AmongNeighbours | null> {
  const site_ids = compared.map(({ site_id }) => site_id);
  const places = await db.rows<Placed>(sql`
    select site_id, longitude, latitude, site_type = 'water' as is_water from site
     where site_id = any(${site_ids}) and site_type <> 'mobile' and longitude is not null and latitude is not null`);
  const meanOf = new Map(compared.map(({ site_id, mean }) => [site_id, mean]));
  const placed = places.flatMap((place) => {
    const mean = meanOf.get(place.site_id) ?? null;
    return mean === null ? [] : [{ ...place, mean }];
  });
  return (site_id) => {
    const own = placed.find((one) => one.site_id === site_id);
    if (!own) return null;
    const others = placed.filter(
      (one) =>
        one !== own &&
        one.is_water === own.is_water &&
        distanceKm(own.longitude, own.latitude, one.longitude, one.latitude) <= NEIGHBOUR_KM,
    );
    const scored = scoreAmong(
      own.mean,
      others.map(({ mean }) => mean),
    );
    if (!scored || others.length < LEAST_NEIGHBOURS) return null;
    const outlier = scored.score !== null && Math.abs(scored.score) > OUTLIER_SCORE;
    return { count: others.length, ...scored, outlier };
  };
}
