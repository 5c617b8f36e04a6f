import type { DataType } from '#protocol/commands.ts';
import { readRows, type SiteRow } from '#server/alarms/rows.ts';
import type { AlarmSite } from '#server/alarms/setup.ts';
import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';

interface Wind {
  at: number;
  direction: number | null;
  speed: number | null;
}

/** Maximum number of wind arrows. */
const SHOWN = 40;

/** The wind at the site. Samples instead of averaging: a mean direction would hide changes. */
export async function windOf(
  ctx: Ctx,
  { site, data_type, from, to }: { site: AlarmSite; data_type: DataType; from: Date; to: Date },
): Promise<Wind[]> {
  const factors = await ctx.db.rows<{ fid: number; key: string }>(sql`
    select component_id as fid, component_key as key from component
     where component_key in ('wind_direction', 'wind_speed')`);
  const fidOf = (key: string) => factors.find((factor) => factor.key === key)?.fid ?? -1;
  const [direction, speed] = [fidOf('wind_direction'), fidOf('wind_speed')];
  const last = new Date(to.getTime() - 1);
  const rows = await readRows(ctx.series, data_type, [site.site_id], from, last, [direction, speed]);
  const valueIn = (row: SiteRow, fid: number) => row.values.get(fid)?.value ?? null;
  const known = rows
    .map((row) => ({ at: row.at, direction: valueIn(row, direction), speed: valueIn(row, speed) }))
    .filter((one) => one.direction !== null || one.speed !== null);
  const every = Math.ceil(known.length / SHOWN);
  return known.filter((_, place) => place % every === 0);
}
