import { type Sql, sql } from '#server/db/sql.ts';
import { shortestReal } from '#shared/domain/rounding.ts';

/**
 * Columns of many rows, each in one field and in the form that PostgreSQL's binary protocol has for arrays. Written as
 * text, number by number, they would cost the database several times what finding them does, and us as much again.
 */
export interface Packing {
  /** A number or a time of each row. */
  column(of: Sql): Sql;
  /** An array of each row, which may be null. */
  arrays(of: Sql): Sql;
}

/** What stands for null among arrays: one without dimensions. */
const NOTHING = sql`'\\x000000000000000000000000'::bytea`;

export function packing(order: Sql): Packing {
  return {
    column: (of) => sql`encode(array_send(array_agg(${of} order by ${order})), 'base64')`,
    arrays: (of) => sql`
      encode(string_agg(coalesce(array_send(${of}), ${NOTHING}), ''::bytea order by ${order}), 'base64')`,
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

/** The arrays of the rows in their order; times in milliseconds. */
export function unpackArrays(text: string | null): ((number | null)[] | undefined)[] {
  if (text === null) return [];
  const bytes = Buffer.from(text, 'base64');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const arrays: ((number | null)[] | undefined)[] = [];
  for (let at = 0; at < bytes.length; ) {
    const read = readers[view.getInt32(at + 8)];
    if (view.getInt32(at) === 0 || !read) {
      arrays.push(undefined);
      at += HEAD;
      continue;
    }
    const values: (number | null)[] = new Array(view.getInt32(at + HEAD));
    at += HEAD + DIMENSION;
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
