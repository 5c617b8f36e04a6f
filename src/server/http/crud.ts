import type { Ctx } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { allOf, identifier, join, type Sql, sql } from '#server/db/sql.ts';
import type { AnyCall } from '#shared/contract/define.ts';
import type { Listing } from '#shared/contract/resource.ts';
import { Fault } from '#shared/faults.ts';
import { whoUses } from './in-use.ts';
import { list } from './list.ts';
import type { Route, SelectSource } from './route.ts';

type Columns = Record<string, unknown>;

/** The part of a resource that `crud` needs; a contract may replace one of the four calls by its own. */
interface Table<Row> extends Listing<Row> {
  /** Its alias in queries is `t`. */
  table: string;
  id: keyof Row & string;
  add: AnyCall;
  edit: AnyCall;
  remove: AnyCall;
}

export interface CrudOptions<Row> {
  /** SQL of read-only fields that are not columns of the table; some depend on the user. */
  shows?: Partial<Record<keyof Row & string, Sql | ((ctx: Ctx) => Sql)>>;
  filters?: SelectSource['filters'];
  sort?: Sql;
  show?: SelectSource['show'];
  /** May reject, and may change what is stored; `before` is the row that an edit replaces. */
  beforeSave?(ctx: Ctx, fields: Columns, before: Row | undefined): Promise<Columns>;
  beforeDelete?(ctx: Ctx, rows: Row[]): Promise<void>;
  /** Lists in separate tables: how each is stored after its row. */
  parts?: Record<string, (db: Db, id: number, list: never) => Promise<unknown>>;
  /** Rows that this user may see and change. */
  scope?(ctx: Ctx): Sql;
}

/**
 * The four routes of a plain table. Column names come from the contract, never from the request; uniqueness and
 * references are decided by constraints, whose names `db/constraints.ts` turns into result codes.
 */
export function crud<Row>(resource: Table<Row>, options: CrudOptions<Row> = {}): Route[] {
  const table = identifier(resource.table);
  const id = identifier(resource.id);
  const parts = options.parts ?? {};

  const select = (ctx: Ctx) => {
    const columns = resource.columns.map((column) => {
      const shown = options.shows?.[column];
      if (!shown) return sql`t.${identifier(column)}`;
      return sql`${typeof shown === 'function' ? shown(ctx) : shown} as ${identifier(column)}`;
    });
    return sql`select ${join(columns)} from ${table} t where (${options.scope?.(ctx) ?? sql`true`})`;
  };

  /** Reads the rows and locks them, so that a hook's decision still holds when the write happens. */
  const lockRows = async (ctx: Ctx, ids: number[]): Promise<Row[]> => {
    const there = await ctx.db.run(
      sql`select 1 from ${table} where ${id} = any(${ids}) order by ${id} for update`,
    );
    const rows = await ctx.db.rows<Row>(sql`${select(ctx)} and t.${id} = any(${ids})`);
    if (rows.length < there) throw new Fault('no_authority');
    if (rows.length < new Set(ids).size) throw new Fault('no_data');
    return rows;
  };

  const columnsOf = async (ctx: Ctx, fields: Columns, before: Row | undefined): Promise<Columns> => {
    const saved = options.beforeSave ? await options.beforeSave(ctx, fields, before) : fields;
    return Object.fromEntries(Object.entries(saved).filter(([field]) => !(field in parts)));
  };

  const storeParts = async (ctx: Ctx, key: unknown, fields: Columns) => {
    for (const [field, store] of Object.entries(parts)) {
      if (fields[field] !== undefined) await store(ctx.db, Number(key), fields[field] as never);
    }
  };

  return [
    list(resource, {
      select,
      filters: options.filters,
      sort: options.sort ?? sql`${id} desc`,
      show: options.show,
    }),
    {
      call: resource.add,
      run: async (ctx: Ctx, fields: Columns) => {
        const columns = await columnsOf(ctx, fields, undefined);
        const row = await ctx.db.one<Columns>(
          sql`insert into ${table} (${names(columns)}) values (${join(values(columns))}) returning ${id}`,
        );
        if (!row) throw new Fault('add_failed');
        await storeParts(ctx, row[resource.id], fields);
        return row;
      },
    },
    {
      call: resource.edit,
      run: async (ctx: Ctx, input: Columns) => {
        const { [resource.id]: key, version, ...fields } = input;
        const [before] = await lockRows(ctx, [Number(key)]);
        if (Object.keys(fields).length === 0) return {};
        const changes = Object.entries(await columnsOf(ctx, fields, before)).map(
          ([column, value]) => sql`${identifier(column)} = ${value}`,
        );
        // A trigger increments the version, also if only a list has changed.
        const changed = await ctx.db.run(
          sql`update ${table} set ${join([sql`version = version`, ...changes])}
               where ${allOf([sql`${id} = ${key}`, sql`version = ${version}`])}`,
        );
        if (changed === 0) throw new Fault('update_failed', { detail: 'changed_meanwhile' });
        await storeParts(ctx, key, fields);
        return {};
      },
    },
    {
      call: resource.remove,
      run: async (ctx: Ctx, input: Record<string, number[]>) => {
        const ids = input[resource.id] ?? [];
        const rows = await lockRows(ctx, ids);
        await options.beforeDelete?.(ctx, rows);
        await ctx.db
          .run(sql`delete from ${table} where ${id} = any(${ids})`)
          .catch(async (error: unknown) => {
            throw await whoUses(ctx, error, ids);
          });
        return {};
      },
    },
  ];
}

function names(columns: Columns): Sql {
  return join(Object.keys(columns).map(identifier));
}

function values(columns: Columns): Sql[] {
  return Object.values(columns).map((value) => sql`${value}`);
}
