import { handlers, inFairTurn } from '#server/http/handlers.ts';
import { namedSites } from '#server/scope.ts';
import { sentValue } from '#server/series/sent-value.ts';
import { analysisValues } from '#shared/contract/analysis/values.ts';
import { wholeSteps } from './steps.ts';

/** Limit of values per answer: a year of hours of more than forty rows. */
const MOST_VALUES = 400_000;

export const analysisValueRoutes = handlers(analysisValues, {
  data: inFairTurn(async (ctx, { component_ids, level, ...asked }) => {
    const site_ids = (await namedSites(ctx, asked)).map(({ site_id }) => site_id);
    const fids = [...new Set(component_ids)];
    const { from, to } = wholeSteps({ level, ...asked }, site_ids.length * fids.length, MOST_VALUES);
    const { steps, columns } = await ctx.series.grid({ level, site_ids, fids, from, to });
    const series = fids.flatMap((component_id, factor) =>
      site_ids.map((site_id, place) => ({
        site_id,
        component_id,
        values: Array.from(columns[factor]?.subarray(place * steps, (place + 1) * steps) ?? [], sentValue),
      })),
    );
    return { start: from.toISOString(), steps, series };
  }),
});
