import { join, type Sql, sql } from '#server/db/sql.ts';
import { shortestReal } from '#shared/domain/rounding.ts';

/**
 * Columns of many rows, each as one field in the binary array format of PostgreSQL. As text they would cost the
 * database several times as much as finding the rows, and the server as much again.
 */
export interface Packing {
  /** A number or a time per row. */
  column(of: Sql): Sql;
  /** Several such columns, one after the other. */
  columns(of: readonly Sql[]): Sql;
  /** Array columns of each row that has one of them, side by side. */
  arrays(of: readonly Sql[]): Sql;
}

/** PostgreSQL counts microseconds from 2000. */
const EPOCH_MS = Date.UTC(2000, 0, 1);

/** Stands for null next to other arrays: an array without dimensions. */
const NOTHING = sql`'\\x000000000000000000000000'::bytea`;

/** Without `order`, rows come in any order, the same in all columns. */
export function packing(order?: Sql): Packing {
  const ordered = order ? sql`order by ${order}` : sql``;
  const columns = (of: readonly Sql[]) => {
    const sent = of.map((each) => sql`array_send(array_agg(${each} ${ordered}))`);
    return sql`encode(${join(sent, sql` || `)}, 'base64')`;
  };
  return {
    column: (of) => columns([of]),
    columns,
    arrays: (of) => {
      const sent = of.map((array) => sql`coalesce(array_send(${array}), ${NOTHING})`);
      const has = join(
        of.map((array) => sql`${array} is not null`),
        sql` or `,
      );
      return sql`
        encode(string_agg(case when ${has} then ${join(sent, sql` || `)} end, ''::bytea ${ordered}), 'base64')`;
    },
  };
}

/**
 * Rows as records of fixed length in one field, for columns without nulls. Arrays would have a length before each
 * element, and take the server three times as long to read.
 */
export function packedRecords(fields: readonly Sql[], order?: Sql): Sql {
  const ordered = order ? sql`order by ${order}` : sql``;
  return sql`encode(string_agg(${join(fields, sql` || `)}, ''::bytea ${ordered}), 'base64')`;
}

/** A field of a record. */
export const sentTime = (of: Sql) => sql`timestamptz_send(${of})`;
export const sentInteger = (of: Sql) => sql`int4send(${of})`;
export const sentReal = (of: Sql) => sql`float4send(${of})`;
export const sizes = { time: 8, integer: 4, real: 4 };

/** Reads fields of a record by their position in it. */
export class Records {
  readonly count: number;
  private readonly view: DataView;
  private readonly length: number;

  constructor(text: string | null | undefined, length: number) {
    const bytes = Buffer.from(text ?? '', 'base64');
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.length = length;
    this.count = bytes.length / length;
  }

  /** In milliseconds. Read in two halves, because a 64-bit integer would become a BigInt first. */
  time(row: number, at: number): number {
    const start = row * this.length + at;
    return (this.view.getInt32(start) * 2 ** 32 + this.view.getUint32(start + 4)) / 1000 + EPOCH_MS;
  }

  integer(row: number, at: number): number {
    return this.view.getInt32(row * this.length + at);
  }

  real(row: number, at: number): number {
    return this.view.getFloat32(row * this.length + at);
  }
}

type Read = (view: DataView, at: number) => number;

/** By the OID of the element type. */
const types: Readonly<Record<number, { size: number; read: Read }>> = {
  21: { size: 2, read: (view, at) => view.getInt16(at) },
  23: { size: 4, read: (view, at) => view.getInt32(at) },
  700: { size: 4, read: (view, at) => shortestReal(view.getFloat32(at)) },
  701: { size: 8, read: (view, at) => view.getFloat64(at) },
  1184: { size: 8, read: (view, at) => Number(view.getBigInt64(at)) / 1000 + EPOCH_MS },
};

/** Header: number of dimensions, null flag, type; then, unless empty, length and lower bound. */
const HEAD = 12;
const DIMENSION = 8;
/** Each element is preceded by its length; -1 means null. */
const LENGTH = 4;

/** Reads packed arrays one after the other; times are in milliseconds. */
export class PackedReader {
  private readonly view: DataView;
  private at = 0;

  constructor(text: string | null | undefined) {
    const bytes = Buffer.from(text ?? '', 'base64');
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** Next array (only `places` if given); undefined if null or at the end. */
  next(places?: readonly number[]): (number | null)[] | undefined {
    const { view, at } = this;
    if (at >= view.byteLength) return undefined;
    const start = at + HEAD + DIMENSION;
    if (view.getInt32(at) === 0) {
      this.at = at + HEAD;
      return undefined;
    }
    const type = types[view.getInt32(at + 8)];
    if (!type) throw new Error(`arrays of type ${view.getInt32(at + 8)} cannot be read`);
    const length = view.getInt32(at + HEAD);
    if (view.getInt32(at + 4) !== 0) {
      const all = this.withNulls(start, length, type.read);
      return places ? places.map((place) => all[place] ?? null) : all;
    }
    const stride = LENGTH + type.size;
    this.at = start + length * stride;
    const values = new Array<number>(places ? places.length : length);
    for (let i = 0; i < values.length; i++) {
      values[i] = type.read(view, start + (places ? (places[i] as number) : i) * stride + LENGTH);
    }
    return values;
  }

  private withNulls(start: number, length: number, read: Read): (number | null)[] {
    let at = start;
    const values: (number | null)[] = [];
    for (let i = 0; i < length; i++) {
      const size = this.view.getInt32(at);
      at += LENGTH;
      values.push(size < 0 ? null : read(this.view, at));
      at += Math.max(0, size);
    }
    this.at = at;
    return values;
  }
}

/** Unpacks a column of numbers or times. */
export function unpackColumn(text: string | null | undefined): number[] {
  return (new PackedReader(text).next() ?? []) as number[];
}
