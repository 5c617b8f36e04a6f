import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { englishPlace } from '#server/places/english-places.ts';
import { isAtLevel, outside, PLACE_FIELDS, type Place } from '#server/places/places.ts';
import { formerDivisions } from '#shared/domain/former-divisions.ts';

interface Division {
  code: string;
  above: string | null;
  name: string;
}

/** The English name as in English exports, so that these can be imported. */
function englishOf({ code, name }: Division): string | undefined {
  if (code.length > 6) return undefined;
  return englishPlace(name, code.endsWith('0000') ? 'province' : code.endsWith('00') ? 'city' : 'area');
}

type Level = (typeof PLACE_FIELDS)[number];

interface FoundPlace {
  place: Place;
  /** The first invalid level; the levels below it cannot be checked. */
  problem?: { field: Level; problem: string };
}

/** Finds places by name, beginning of the name, or code; outdated codes work too. */
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
  const atLevel = Object.fromEntries(
    PLACE_FIELDS.map((field) => [field, divisions.filter(({ code }) => isAtLevel(field, code))]),
  ) as Record<Level, Division[]>;
  return (cells) => {
    const place: Place = { province_code: null, city_code: null, area_code: null, block_code: null };
    let above: string | null = null;
    for (const field of PLACE_FIELDS) {
      const offered: Division[] = (below.get(above) ?? []).filter(({ code }) => isAtLevel(field, code));
      const cell = cells[field];
      if (cell === '') {
        // Required as far as the division has levels, except towns and streets.
        if (offered.length > 0 && field !== 'block_code')
          return { place, problem: { field, problem: 'required' } };
        continue;
      }
      const found = meant(offered, cell);
      if (!found) {
        const isElsewhere = meant(atLevel[field], cell) !== undefined;
        return { place, problem: { field, problem: isElsewhere ? outside[field] : 'unknown_value' } };
      }
      place[field] = found.code;
      above = found.code;
    }
    return { place };
  };
}

const isPlain = /^\p{ASCII}+$/u;

function meant(offered: readonly Division[], cell: string): Division | undefined {
  const exact = offered.find(({ code, name }) => code === cell || name === cell);
  if (exact) return exact;
  const former = formerDivisions
    .filter(({ code, name }) => code === cell || name === cell)
    .map(({ successor }) => offered.find(({ code }) => code === successor));
  const successor = former.find((division) => division !== undefined);
  if (successor) return successor;
  if (isPlain.test(cell)) {
    const english = offered.find((division) => englishOf(division)?.toLowerCase() === cell.toLowerCase());
    if (english) return english;
  }
  const begun = offered.filter(({ name }) => cell.length > 1 && name.startsWith(cell));
  return begun.length === 1 ? begun[0] : undefined;
}
