import type { Ctx } from '#server/app.ts';
import { sentValue } from '#server/series/sent-value.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';

/** Complete hours of the last days for some factors of a site: a column per factor. */
export async function lastHours(
  { series, now }: Pick<Ctx, 'series' | 'now'>,
  site_id: number,
  fids: readonly number[],
  days: number,
): Promise<{ times: string[]; columns: (number | null)[][] }> {
  const to = new Date(Math.floor(now().getTime() / HOUR_MS) * HOUR_MS);
  const from = new Date(to.getTime() - days * DAY_MS);
  const grid = await series.grid({ level: 'hour', site_ids: [site_id], fids, from, to });
  return {
    times: Array.from({ length: grid.steps }, (_, i) => new Date(from.getTime() + i * HOUR_MS).toISOString()),
    columns: grid.columns.map((column) => Array.from(column, sentValue)),
  };
}
