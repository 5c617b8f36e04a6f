import { type Sql, sql } from '#server/db/sql.ts';
import { shortestReal } from '#shared/domain/rounding.ts';

/**
 * Columns of many rows, each in one field and in the form that PostgreSQL's binary protocol has for arrays. Written as
 * text, number by number, they would cost the database several times what finding them does, and us as much again.
 */
export interface Packing {
  /** A number or a time of each row. */
  column(of: Sql): Sql;
  /** An array of each row that has it. */
  arrays(of: Sql): Sql;
}

export function packing(order: Sql): Packing {
  return {
    column: (of) => sql`encode(array_send(array_agg(${of} order by ${order})), 'base64')`,
    arrays: (of) => sql`
      encode(string_agg(array_send(${of}), ''::bytea order by ${order}) filter (where ${of} is not null), 'base64')`,
  };
}

type Read = (view: DataView, at: number) => number;

/** Microseconds since 2000. */
const EPOCH_MS = Date.UTC(2000, 0, 1);
const milliseconds: Read = (view, at) => Number(view.getBigInt64(at)) / 1000 + EPOCH_MS;

/** By the number that PostgreSQL has for the type of the elements. */
const readers: Readonly<Record<number, Read>> = {
  21: (view, at) => view.getInt16(at),
  23: (view, at) => view.getInt32(at),
  700: (view, at) => shortestReal(view.getFloat32(at)),
  701: (view, at) => view.getFloat64(at),
  1184: milliseconds,
};

/** Dimensions, whether there are nulls, type; then, unless empty, the length and where it starts to count. */
const HEAD = 12;
const DIMENSION = 8;

/** The arrays in their order; times in milliseconds. */
export function unpackArrays(text: string | null): (number | null)[][] {
  if (text === null) return [];
  const bytes = Buffer.from(text, 'base64');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const arrays: (number | null)[][] = [];
  for (let at = 0; at < bytes.length; ) {
    const isEmpty = view.getInt32(at) === 0;
    const read = readers[view.getInt32(at + 8)];
    if (!read) throw new Error(`no reader for type ${view.getInt32(at + 8)}`);
    const values: (number | null)[] = new Array(isEmpty ? 0 : view.getInt32(at + HEAD));
    at += isEmpty ? HEAD : HEAD + DIMENSION;
    for (let i = 0; i < values.length; i++) {
      const length = view.getInt32(at);
      at += 4;
      values[i] = length < 0 ? null : read(view, at);
      if (length > 0) at += length;
    }
    arrays.push(values);
  }
  return arrays;
}

export function unpackColumn(text: string | null): number[] {
  return (unpackArrays(text)[0] ?? []) as number[];
}
