import * as z from 'zod';
import type { FaultName } from '#shared/faults.ts';
import { type Call, call, empty, type ListAnswer, listOf, paging } from './define.ts';
import { id, idOrIds, text, time } from './fields.ts';

/** Columns that every resource table has. `version` counts edits, for optimistic locking. */
export interface Kept {
  version: number;
  updated_at: string;
}

export interface ListQuery {
  page_index: number;
  page_size: number;
  sort?: string;
  order: 'asc' | 'desc';
  keyword?: string;
  [filter: string]: unknown;
}

/** A list that can be filtered, sorted, paged and exported: the reading part of a resource. */
export interface Listing<Row> {
  /** Names the words (`t('roles.role_name')`) and the export. */
  readonly name: string;
  readonly list: Call<Partial<ListQuery>, ListQuery, ListAnswer<Row>>;
  /** Columns of a row in display order. */
  readonly columns: readonly (keyof Row & string)[];
  /** The kind of each column: decides how it is sorted, filtered and shown. */
  readonly kinds: Readonly<Record<string, ColumnKind>>;
  /** Columns that `keyword` searches. */
  readonly search: readonly (keyof Row & string)[];
}

/** A listing of any row, for code that only handles names of columns. */
export interface AnyListing {
  readonly name: string;
  readonly list: Call;
  readonly columns: readonly string[];
  readonly kinds: Readonly<Record<string, ColumnKind>>;
  readonly search: readonly string[];
}

export type ColumnKind = 'text' | 'choice' | 'number' | 'boolean' | 'time' | 'other';

/** One plain table: the field list drives validation, types, SQL columns, form and table. */
export interface Resource<Row, Fields = Partial<Row>> extends Listing<Row> {
  /** Table name in the database and the audit log; columns have the names of the fields. */
  readonly table: string;
  readonly id: keyof Row & string;
  readonly fields: readonly (keyof Fields & string)[];
  readonly shape: Record<keyof Fields & string, z.ZodType>;
  readonly add: Call<Record<string, unknown>, Fields, { [key: string]: number }>;
  readonly edit: Call<Record<string, unknown>, Partial<Fields> & { version: number }, Record<string, never>>;
  readonly remove: Call<Record<string, number | number[]>, Record<string, number[]>, Record<string, never>>;
}

interface ListingSpec<Shape extends z.ZodRawShape> {
  name: string;
  path: string;
  needs: string;
  row: Shape;
  search?: readonly (keyof Shape & string)[];
  filters?: z.ZodRawShape;
  /** Columns that the list can be sorted by; absent means all. */
  sortable?: readonly (keyof Shape & string)[];
}

export function listing<Shape extends z.ZodRawShape>(
  spec: ListingSpec<Shape>,
): Listing<z.output<z.ZodObject<Shape>>> {
  type Row = z.output<z.ZodObject<Shape>>;
  const sort = z.enum(spec.sortable ?? Object.keys(spec.row)).optional();
  const input = z.object({ ...paging, sort, keyword: text(100).optional(), ...spec.filters });
  return {
    name: spec.name,
    list: call({
      path: spec.path,
      needs: spec.needs,
      input: input as unknown as z.ZodType<ListQuery, Partial<ListQuery>>,
      output: listOf(z.object(spec.row) as unknown as z.ZodType<Row>),
    }),
    columns: Object.keys(spec.row) as (keyof Row & string)[],
    kinds: Object.fromEntries(Object.entries(spec.row).map(([key, schema]) => [key, kindOf(schema)])),
    search: (spec.search ?? []) as (keyof Row & string)[],
  };
}

interface ResourceSpec<
  Id extends string,
  Shape extends z.ZodRawShape,
  Shown extends z.ZodRawShape,
  Hidden extends z.ZodRawShape,
> {
  name: string;
  table: string;
  path: string;
  id: Id;
  /** `role` stands for the powers `role.read` and `role.write`. */
  needs: string;
  fields: Shape;
  /** Read-only columns that the server computes, and fields whose type for reading differs from that for writing. */
  shows?: Shown;
  /** Fields that are written and never read back. */
  writeOnly?: Hidden;
  /** Fields with their own result code for invalid values. */
  faults?: Readonly<Record<string, FaultName>>;
  search?: readonly (keyof NoInfer<Shape & Shown> & string)[];
  filters?: z.ZodRawShape;
}

/** For an empty shape Zod infers a record of `never`, which no row matches. */
type Output<Shape extends z.ZodRawShape> = [keyof Shape] extends [never]
  ? unknown
  : z.output<z.ZodObject<Shape>>;
type RowOf<Id extends string, Shape extends z.ZodRawShape, Shown extends z.ZodRawShape> = Record<Id, number> &
  Omit<Output<Shape>, keyof Shown> &
  Output<Shown> &
  Kept;

export function resource<
  Id extends string,
  Shape extends z.ZodRawShape,
  Shown extends z.ZodRawShape = Record<never, never>,
  Hidden extends z.ZodRawShape = Record<never, never>,
>(
  spec: ResourceSpec<Id, Shape, Shown, Hidden>,
): Resource<RowOf<Id, Shape, Shown>, Output<Shape> & Output<Hidden>> {
  type Row = RowOf<Id, Shape, Shown>;
  type Fields = Output<Shape> & Output<Hidden>;
  const fields: z.ZodRawShape = { ...spec.fields, ...spec.writeOnly };
  const read = listing({
    name: spec.name,
    path: `${spec.path}/data`,
    needs: `${spec.needs}.read`,
    row: { [spec.id]: id, ...spec.fields, ...spec.shows, version: z.int(), updated_at: time },
    search: spec.search as string[] | undefined,
    // Every list can be filtered by id: a form reloads its record so after an edit conflict.
    filters: { [spec.id]: id.optional(), ...spec.filters },
  }) as unknown as Listing<Row>;
  const write = { needs: `${spec.needs}.write`, writes: true, faults: spec.faults };
  const key = { [spec.id]: id };
  // Only fields that are sent are changed: defaults are removed from the inner type, because they would be filled in.
  const edited = { ...key, version: z.int(), ...withoutDefaults(fields) };
  return {
    ...read,
    table: spec.table,
    id: spec.id as keyof Row & string,
    fields: Object.keys(fields) as (keyof Fields & string)[],
    shape: fields as unknown as Record<keyof Fields & string, z.ZodType>,
    add: call({
      ...write,
      path: `${spec.path}/add`,
      input: z.object(fields),
      output: z.object(key),
    }) as never,
    edit: call({
      ...write,
      path: `${spec.path}/edit`,
      ignores: read.columns.filter((column) => !(column in edited)),
      input: z.object(edited),
      output: empty,
    }) as never,
    remove: call({
      ...write,
      path: `${spec.path}/delete`,
      input: z.object({ [spec.id]: idOrIds }),
      output: empty,
    }) as never,
  };
}

/** All fields optional and without defaults. */
export function withoutDefaults(shape: z.ZodRawShape): z.ZodRawShape {
  return Object.fromEntries(
    Object.entries(shape).map(([field, schema]) => [
      field,
      z.optional(schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : (schema as z.ZodType)),
    ]),
  );
}

function kindOf(schema: z.core.$ZodType): ColumnKind {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return kindOf(schema.unwrap());
  }
  if (schema instanceof z.ZodISODateTime) return 'time';
  if (schema instanceof z.ZodString) return 'text';
  if (schema instanceof z.ZodNumber) return 'number';
  if (schema instanceof z.ZodBoolean) return 'boolean';
  return schema instanceof z.ZodEnum || schema instanceof z.ZodUnion ? 'choice' : 'other';
}
