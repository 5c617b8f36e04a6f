import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { wordOf } from '#server/words.ts';

/** Texts of cells, and the values they mean. */
export type Names = ReadonlyMap<string, unknown>;

/** PM₂.₅ and PM2.5 are the same; CO and Co are not. */
export function plainName(name: string): string {
  return name.normalize('NFKC');
}

/** Ⅲ类 is III类, TRUE is true. */
export function choiceName(name: string): string {
  return plainName(name).toLowerCase();
}

/**
 * The names of a choice: its own and its words in both languages, such as `air`, 空气站, Air station. `words` is the key
 * of the words.
 */
export function choiceNames(
  words: string,
  field: string,
  choices: readonly (string | number | boolean)[],
): Names {
  return new Map(
    choices.flatMap((choice) =>
      [
        String(choice),
        ...['zh', 'en'].map((language) => wordOf(language as 'zh' | 'en', `${words}.${field}_${choice}`)),
      ]
        .filter((name) => name !== undefined)
        .map((name): [string, unknown] => [choiceName(name), choice]),
    ),
  );
}

/** Yes and no as people write them, besides the words of the field itself. */
export function yesNoNames(words: string, field: string): Names {
  return new Map<string, unknown>([
    ...choiceNames(words, field, [true, false]),
    ...['是', 'yes', '1'].map((word): [string, unknown] => [word, true]),
    ...['否', 'no', '0'].map((word): [string, unknown] => [word, false]),
  ]);
}

/** The number in a cell; any other text is returned as it is, and refused later. */
export function numberOf(cell: string): number | string {
  return /^[-+]?\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell;
}

export interface KnownNames {
  agreement_id: Names;
  product_id: Names;
  project_id: Names;
  basin_id: Names;
  /** By key, national code, formula or name; if two share one, the first in order is used. */
  factors: ReadonlyMap<string, number>;
}

export async function knownNames(db: Db): Promise<KnownNames> {
  const rows = await db.rows<{ field: keyof KnownNames; name: string; id: number }>(sql`
    select 'agreement_id' as field, agreement_name as name, agreement_id as id from agreement
    union all select 'product_id', product_name, product_id from product_line
    union all select 'project_id', project_name, project_id from project
    union all select 'basin_id', basin_name, basin_id from basin
    union all
    select 'factors', name, component_id
      from (select n.name, c.component_id
              from component c, lateral (values (1, c.component_key), (2, c.code_2017), (3, c.component_name),
                                                (4, c.component_name_en), (5, c.formula), (6, c.code_2005)) as n (rank, name)
             where n.name <> '' order by n.rank desc, c.sort desc) f`);
  const of = (field: keyof KnownNames) =>
    new Map(rows.filter((row) => row.field === field).map(({ name, id }) => [name, id]));
  return {
    agreement_id: of('agreement_id'),
    product_id: of('product_id'),
    project_id: of('project_id'),
    basin_id: of('basin_id'),
    factors: new Map([...of('factors')].map(([name, id]) => [plainName(name), id])),
  };
}
