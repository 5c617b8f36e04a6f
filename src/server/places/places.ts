import type { Db } from '#server/db/pool.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { currentCode } from '#shared/domain/former-divisions.ts';
import { Fault, type FaultName } from '#shared/faults.ts';
import { englishPlace } from './english-places.ts';

export interface Place {
  province_code: string | null;
  city_code: string | null;
  area_code: string | null;
  block_code: string | null;
}

interface Region {
  region_code: string;
  parent_code: string | null;
  /** It has divisions below it. */
  divided: boolean;
}

const LEVELS = [
  ['province_code', 'province_illegal'],
  ['city_code', 'city_illegal'],
  ['area_code', 'area_illegal'],
] as const;

export const PLACE_FIELDS = ['province_code', 'city_code', 'area_code', 'block_code'] as const;

type PlaceField = (typeof PLACE_FIELDS)[number];

/** Problem of a division that exists, but in another parent. Provinces have no parent. */
export const outside = {
  province_code: 'unknown_value',
  city_code: 'outside_province',
  area_code: 'outside_city',
  block_code: 'outside_area',
} as const satisfies Record<PlaceField, string>;

/** Whether a code has the form of that level. */
export function isAtLevel(field: PlaceField, code: string): boolean {
  if (field === 'block_code') return code.length > 6;
  const level = code.endsWith('0000') ? 'province_code' : code.endsWith('00') ? 'city_code' : 'area_code';
  return code.length === 6 && level === field;
}

/** Replaces outdated codes by current ones. The city of a renumbered area is that of its successor. */
export function currentPlace<Fields extends Partial<Place>>(fields: Fields): Fields {
  const place: Partial<Place> = {};
  for (const [field] of LEVELS) {
    const code = fields[field];
    if (!code || currentCode(code) === code) continue;
    place[field] = currentCode(code);
    if (field === 'area_code') place.city_code = `${currentCode(code).slice(0, 4)}00`;
  }
  return { ...fields, ...place };
}

/** Each level must belong to the one above, as deep as divisions go: four cities have no areas. */
export async function requirePlace(db: Db, place: Place): Promise<void> {
  const known = await regionsOf(
    db,
    LEVELS.map(([field]) => place[field]),
  );
  let above: Region | undefined;
  for (const [field, fault] of LEVELS) {
    const code = place[field];
    if (code === null) {
      if (!above || above.divided) throw refused('parameter_error', field, 'required');
      continue;
    }
    const region = known.get(code);
    if (!region) throw unknownPlace(fault, field, code);
    if (region.parent_code !== (above?.region_code ?? null)) {
      if (!isAtLevel(field, code) || field === 'province_code') throw unknownPlace(fault, field, code);
      throw refused(fault, field, outside[field]);
    }
    above = region;
  }
  if (place.block_code === null) return;
  const block = await db.one<{ area_code: string }>(
    sql`select area_code from block where block_code = ${place.block_code}`,
  );
  if (!block) throw unknownPlace('zone_illegal', 'block_code', place.block_code);
  if (block.area_code !== above?.region_code) throw refused('zone_illegal', 'block_code', outside.block_code);
}

/** A block belongs to an area, or to a city without areas, and its code begins with that code. */
export async function requireBlock(
  db: Db,
  { block_code, area_code }: { block_code: string; area_code: string },
): Promise<void> {
  const area = (await regionsOf(db, [area_code])).get(area_code);
  if (!area || area.divided || area.parent_code === null) throw refused('area_illegal', 'area_code');
  if (!block_code.startsWith(area_code)) throw refused('zone_illegal', 'block_code', 'bad_format');
}

type Level = 'province' | 'city' | 'area';
const NAMED: readonly Level[] = ['province', 'city', 'area'];

/**
 * The columns of `placeNames` in a list. SQL cannot compute the English names, so those columns contain the Chinese
 * ones until `showPlaces`; sorted by pinyin, they have the order of the English ones.
 */
export function placeColumns(codes: Record<Level, Sql>): Record<`${Level}_name` | `${Level}_name_en`, Sql> {
  const name = (level: Level) =>
    sql`(select r.region_name from region r where r.region_code = ${codes[level]})`;
  return {
    province_name: name('province'),
    province_name_en: name('province'),
    city_name: name('city'),
    city_name_en: name('city'),
    area_name: name('area'),
    area_name_en: name('area'),
  };
}

export function showPlaces(row: Record<string, unknown>): Record<string, unknown> {
  const english: Record<string, string> = {};
  for (const level of NAMED) {
    const name = row[`${level}_name`];
    if (typeof name === 'string') english[`${level}_name_en`] = englishPlace(name, level);
  }
  return { ...row, ...english };
}

async function regionsOf(db: Db, codes: (string | null)[]): Promise<Map<string, Region>> {
  const rows = await db.rows<Region>(sql`
    select r.region_code, r.parent_code,
           exists (select 1 from region below where below.parent_code = r.region_code) as divided
      from region r where r.region_code = any(${codes})`);
  return new Map(rows.map((region) => [region.region_code, region]));
}

function refused(fault: FaultName, field: string, problem = 'unknown_value'): Fault {
  return new Fault(fault, { fields: [{ field, problem }] });
}

function unknownPlace(fault: FaultName, field: string, value: string): Fault {
  return new Fault(fault, { fields: [{ field, problem: 'unknown_value', params: { value } }] });
}
