import type { CellValue } from 'hucre';
import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { englishPlace } from '#server/places/english-places.ts';
import { wordOf } from '#server/words.ts';
import { agreements } from '#shared/contract/site-config/agreements.ts';
import { products, projects } from '#shared/contract/site-config/products.ts';
import { basins } from '#shared/contract/site-config/regions.ts';
import { letterOf } from '#shared/domain/column-letter.ts';
import { may } from '#shared/domain/may.ts';
import type { Language } from '#shared/i18n/index.ts';
import { choiceColumns, type SiteColumn } from './import-sheet.ts';

/** The drop-down values of the template, one list per column of a hidden sheet. */
export interface TemplateLists {
  rows: CellValue[][];
  /** The value of the example row, which is an air site. */
  example(column: SiteColumn): string | undefined;
  /** The drop-down formula of a cell; `cellOf` returns the address of another column in the first row. */
  formula(column: SiteColumn, sheet: string, cellOf: (column: SiteColumn) => string): string | undefined;
}

/** The number of air sites that use this protocol or product line. */
const airSites = (uses: ReturnType<typeof sql>) =>
  sql`(select count(*) from site s where s.site_type = 'air' and ${uses}) as air_sites`;

/** `for_air` and `air_sites` decide which one the example shows. */
const referenced = {
  agreement_id: {
    needs: agreements.list.needs,
    names: sql`
      select a.agreement_id as id, a.agreement_name as name, a.edition <> 'water' as for_air,
             ${airSites(sql`s.agreement_id = a.agreement_id`)}
        from agreement a`,
  },
  product_id: {
    needs: products.list.needs,
    names: sql`
      select l.product_id as id, l.product_name as name,
             not exists (select from site s where s.product_id = l.product_id and s.site_type = 'water')
               and not exists (select from product_factor f join component c using (component_id)
                                where f.product_id = l.product_id and c.category = 'water') as for_air,
             ${airSites(sql`s.product_id = l.product_id`)}
        from product_line l`,
  },
  project_id: {
    needs: projects.list.needs,
    names: sql`select project_id as id, project_name as name, true as for_air, 0 as air_sites from project`,
  },
  basin_id: {
    needs: basins.list.needs,
    names: sql`select basin_id as id, basin_name as name, true as for_air, 0 as air_sites from basin`,
  },
} as const;

/** A useful selection; the cell accepts other values too. */
const INTERVALS = ['60', '300', '600', '1800', '3600', '14400'];
const SEPARATOR = '|';

export async function templateLists(ctx: Ctx, language: Language): Promise<TemplateLists> {
  const plain = new Map<SiteColumn, string[]>();
  const examples = new Map<SiteColumn, string>();
  for (const [field, { needs, names }] of Object.entries(referenced)) {
    if (!may(ctx.user, needs)) continue;
    const rows = await ctx.db.rows<{ name: string; air_rank: number }>(sql`
      select name, row_number() over (order by for_air desc, air_sites desc, id) as air_rank
        from (${names}) known order by name collate "zh-x-icu"`);
    plain.set(
      field as SiteColumn,
      rows.map(({ name }) => name),
    );
    const usual = rows.find(({ air_rank }) => Number(air_rank) === 1);
    if (usual) examples.set(field as SiteColumn, usual.name);
  }
  for (const [field, choices] of Object.entries(choiceColumns)) {
    plain.set(field as SiteColumn, words(language, field, choices));
  }
  plain.set('virtual_data', words(language, 'virtual_data', [true, false]));
  plain.set('interval_seconds', INTERVALS);
  const { provinces, below } = await placeLists(ctx, language);
  plain.set('province_code', provinces);
  return {
    ...arranged(plain, below),
    example: (column) => examples.get(column) ?? plain.get(column)?.[0],
  };
}

function words(language: Language, field: string, choices: readonly (string | number | boolean)[]): string[] {
  return choices.map((choice) => wordOf(language, `sites.${field}_${choice}`) ?? String(choice));
}

interface Below {
  /** Parent names parallel to the names below them, sorted by parent. */
  keys: string[];
  names: string[];
}

async function placeLists({ db }: Ctx, language: Language) {
  const rows = await db.rows<{ code: string; above: string | null; name: string }>(sql`
    select region_code as code, parent_code as above, region_name as name from region order by region_code`);
  const named = new Map(rows.map(({ code, name }) => [code, called(code, name, language)]));
  const at = (isLevel: (code: string) => boolean) => rows.filter(({ code }) => isLevel(code));
  const provinces = at((code) => code.endsWith('0000'));
  const cities = at((code) => code.endsWith('00') && !code.endsWith('0000'));
  const areas = at((code) => !code.endsWith('00'));
  const nameOf = (code: string | null) => named.get(code ?? '') ?? '';
  const aboveCity = new Map(cities.map(({ code, above }) => [code, above]));
  const cityOf: Below = {
    keys: cities.map(({ above }) => nameOf(above)),
    names: cities.map(({ code }) => nameOf(code)),
  };
  const areaOf: Below = {
    keys: areas.map(({ above }) =>
      [nameOf(aboveCity.get(above ?? '') ?? null), nameOf(above)].join(SEPARATOR),
    ),
    names: areas.map(({ code }) => nameOf(code)),
  };
  return {
    provinces: provinces.map(({ code }) => nameOf(code)),
    below: { city_code: cityOf, area_code: areaOf },
  };
}

function called(code: string, name: string, language: Language): string {
  if (language === 'zh') return name;
  return englishPlace(name, code.endsWith('0000') ? 'province' : code.endsWith('00') ? 'city' : 'area');
}

/** Places the lists side by side in the hidden sheet. */
function arranged(
  plain: ReadonlyMap<SiteColumn, string[]>,
  below: Record<'city_code' | 'area_code', Below>,
): Omit<TemplateLists, 'example'> {
  const lists = [...plain.values(), ...Object.values(below).flatMap(({ keys, names }) => [keys, names])];
  const letters = new Map([...plain.keys()].map((column, at) => [column, letterOf(at)]));
  const belowAt = (level: number) =>
    [letterOf(plain.size + level * 2), letterOf(plain.size + level * 2 + 1)] as const;
  const height = Math.max(...lists.map(({ length }) => length));
  return {
    rows: Array.from({ length: height }, (_, at) => lists.map((list) => list[at] ?? null)),
    formula: (column, sheet, cellOf) => {
      const levels = { city_code: 0, area_code: 1 } as const;
      if (column === 'city_code' || column === 'area_code') {
        const [keys, names] = belowAt(levels[column]);
        const above =
          column === 'city_code'
            ? cellOf('province_code')
            : `${cellOf('province_code')}&"${SEPARATOR}"&${cellOf('city_code')}`;
        const column1 = `${sheet}!$${keys}:$${keys}`;
        return `OFFSET(${sheet}!$${names}$1,MATCH(${above},${column1},0)-1,0,COUNTIF(${column1},${above}),1)`;
      }
      const length = plain.get(column)?.length ?? 0;
      const letter = letters.get(column);
      return length > 0 && letter ? `${sheet}!$${letter}$1:$${letter}$${length}` : undefined;
    },
  };
}
