import { handlers, inFairTurn } from '#server/http/handlers.ts';
import { air } from '#shared/contract/air/air.ts';
import { type AqiBand, aqiBand } from '#shared/domain/aqi-bands.ts';
import { airIndex } from './air-index.ts';
import { airWhy } from './air-why.ts';
import { goodRates, goodRateWhy } from './good-rate.ts';
import { itemOf, judgedSites, newestHours, ranking } from './newest.ts';

export const airRoutes = handlers(air, {
  index: inFairTurn(airIndex),
  why: airWhy,
  goodRate: inFairTurn(goodRates),
  goodRateWhy,

  aqiRank: async (ctx, wanted) =>
    ranking(await newestHours(ctx, wanted.site_type), wanted, ({ report }) => report.aqi),
  pmRank: async (ctx, wanted) =>
    ranking(
      await newestHours(ctx, wanted.site_type),
      wanted,
      (hour) => itemOf(hour, wanted.pollutant)?.concentration,
    ),

  levelCount: async (ctx, { site_type }) => {
    const hours = await newestHours(ctx, site_type);
    const levels = { aqi: none(), pm25: none(), pm10: none() };
    for (const hour of hours) {
      count(levels.aqi, hour.report.band);
      count(levels.pm25, aqiBand(itemOf(hour, 'pm25')?.iaqi));
      count(levels.pm10, aqiBand(itemOf(hour, 'pm10')?.iaqi));
    }
    const sites = await judgedSites(ctx, site_type);
    return { ...levels, none: Math.max(0, sites - levels.aqi.reduce((sum, each) => sum + each, 0)) };
  },
});

const none = () => [0, 0, 0, 0, 0, 0];

function count(levels: number[], band: AqiBand | null | undefined): void {
  if (band) levels[band.level - 1] = (levels[band.level - 1] ?? 0) + 1;
}
