import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { formerDivisions } from '#shared/domain/former-divisions.ts';
import { PLACE_FIELDS, type Place } from './places.ts';

interface Division {
  code: string;
  above: string | null;
  name: string;
}

type Level = (typeof PLACE_FIELDS)[number];

interface FoundPlace {
  place: Place;
  /** The first level that is wrong; those below it cannot be judged. */
  problem?: { field: Level; problem: 'required' | 'unknown_value' };
}

/** Finds places by what people write: a name, its beginning, or the code, of today or of the past. */
export type PlaceFinder = (cells: Record<Level, string>) => FoundPlace;

export async function placeFinder(db: Db): Promise<PlaceFinder> {
  const divisions = await db.rows<Division>(sql`
    select region_code as code, parent_code as above, region_name as name from region
    union all select block_code, area_code, block_name from block
    order by 1`);
  const below = new Map<string | null, Division[]>();
  for (const division of divisions) {
    const sisters = below.get(division.above) ?? [];
    if (sisters.length === 0) below.set(division.above, sisters);
    sisters.push(division);
  }
  return (cells) => {
    const place: Place = { province_code: null, city_code: null, area_code: null, block_code: null };
    let above: string | null = null;
    for (const field of PLACE_FIELDS) {
      const offered: Division[] = (below.get(above) ?? []).filter(({ code }) => isAt(field, code));
      const cell = cells[field];
      if (cell === '') {
        // As deep as the division goes; towns and streets are not asked for.
        if (offered.length > 0 && field !== 'block_code')
          return { place, problem: { field, problem: 'required' } };
        continue;
      }
      const found = meant(offered, cell);
      if (!found) return { place, problem: { field, problem: 'unknown_value' } };
      place[field] = found.code;
      above = found.code;
    }
    return { place };
  };
}

/** Blocks stand below areas, and below cities that have none: they are told by the length of their code. */
function isAt(field: Level, code: string): boolean {
  return (field === 'block_code') === code.length > 6;
}

function meant(offered: readonly Division[], cell: string): Division | undefined {
  const exact = offered.find(({ code, name }) => code === cell || name === cell);
  if (exact) return exact;
  const former = formerDivisions
    .filter(({ code, name }) => code === cell || name === cell)
    .map(({ successor }) => offered.find(({ code }) => code === successor));
  const successor = former.find((division) => division !== undefined);
  if (successor) return successor;
  const begun = offered.filter(({ name }) => cell.length > 1 && name.startsWith(cell));
  return begun.length === 1 ? begun[0] : undefined;
}
