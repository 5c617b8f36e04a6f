import { handlers } from '#server/http/handlers.ts';
import { namedSites } from '#server/scope.ts';
import { air } from '#shared/contract/air.ts';
import { airIndex } from './air-index.ts';
import { airWhy } from './air-why.ts';
import { goodRates } from './good-rate.ts';
import { newestHours, ranking } from './newest.ts';

export const airRoutes = handlers(air, {
  index: airIndex,
  why: airWhy,
  goodRate: goodRates,

  aqiRank: async (ctx, wanted) => ranking(await newestHours(ctx, wanted.site_type), wanted, ({ aqi }) => aqi),
  pmRank: async (ctx, { pollutant, ...wanted }) =>
    ranking(await newestHours(ctx, wanted.site_type, pollutant), wanted, (row) => row.concentration),

  levelCount: async (ctx, { site_type }) => {
    const rows = await newestHours(ctx, site_type);
    const levels = { aqi: none(), pm25: none(), pm10: none() };
    for (const { level, particles } of rows) {
      count(levels.aqi, level);
      count(levels.pm25, particles.pm25);
      count(levels.pm10, particles.pm10);
    }
    const sites = await namedSites(ctx, {});
    return { ...levels, none: Math.max(0, sites.length - levels.aqi.reduce((sum, each) => sum + each, 0)) };
  },
});

const none = () => [0, 0, 0, 0, 0, 0];

function count(levels: number[], level: number | null): void {
  if (level !== null) levels[level - 1] = (levels[level - 1] ?? 0) + 1;
}
