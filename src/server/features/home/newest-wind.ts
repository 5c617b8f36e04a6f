import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { LatestOfSite } from '#server/series/store.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import type { home, NewestOfSite } from '#shared/contract/home/home.ts';
import { holdsMs } from '#shared/domain/standing.ts';
import { countingFlags, counts } from '#shared/domain/validity.ts';
import { windCodes } from '#shared/domain/wind.ts';
import type { JudgedSite } from './judged.ts';

type WindFactors = AnswerOf<typeof home.newest>['wind'];

/** Null if the network has no factor for wind speed or direction. */
export async function windFactors(db: Db): Promise<WindFactors> {
  const rows = await db.rows<{ component_id: number; code: string }>(sql`
    select component_id, code_2017 as code from component
     where code_2017 = any(${[windCodes.speed, windCodes.direction]}) and derived_from is null
     order by component_id`);
  const idOf = (code: string) => rows.find((row) => row.code === code)?.component_id;
  const [speed_id, direction_id] = [idOf(windCodes.speed), idOf(windCodes.direction)];
  return speed_id && direction_id ? { speed_id, direction_id } : null;
}

/** The newest wind of an air site; null unless both speed and direction are valid and recent. */
export function windOf(
  { medium, counting_flags }: JudgedSite,
  factors: WindFactors,
  latest: LatestOfSite | undefined,
  now: number,
): NewestOfSite['wind'] {
  if (!factors || !latest || medium !== 'air') return null;
  const counting = countingFlags(counting_flags);
  const oldest = now - holdsMs(medium, latest.data_type);
  const newestOf = (fid: number) =>
    latest.values.find((value) => value.fid === fid && counts(value.flag, 'l', counting));
  const [speed, direction] = [newestOf(factors.speed_id), newestOf(factors.direction_id)];
  if (!speed || !direction || speed.value === null || direction.value === null) return null;
  if (Date.parse(speed.ts) <= oldest) return null;
  return { speed: speed.value, direction: direction.value, ts: new Date(speed.ts).toISOString() };
}

/** The given factors that each site is configured for. */
export async function setUpFactors(
  db: Db,
  site_ids: readonly number[],
  component_ids: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await db.rows<{ site_id: number; fids: number[] }>(sql`
    select site_id, array_agg(component_id) as fids from device_factor
     where site_id = any(${[...site_ids]}) and component_id = any(${[...component_ids]})
     group by site_id`);
  return new Map(rows.map(({ site_id, fids }) => [site_id, fids]));
}
