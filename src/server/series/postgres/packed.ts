import { join, type Sql, sql } from '#server/db/sql.ts';
import { shortestReal } from '#shared/domain/rounding.ts';

/**
 * Columns of many rows, each in one field and in the form that PostgreSQL's binary protocol has for arrays. Written as
 * text, number by number, they would cost the database several times what finding them does, and us as much again.
 */
export interface Packing {
  /** A number or a time of each row. */
  column(of: Sql): Sql;
  /** The same of several, one after the other. */
  columns(of: readonly Sql[]): Sql;
  /** Arrays of each row that has one of them, side by side. */
  arrays(of: readonly Sql[]): Sql;
}

/** What stands for null beside other arrays: one without dimensions. */
const NOTHING = sql`'\\x000000000000000000000000'::bytea`;

/** Without an order the rows are as they come, in all columns alike. */
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

type Read = (view: DataView, at: number) => number;

/** Microseconds since 2000. */
const EPOCH_MS = Date.UTC(2000, 0, 1);

/** By the number that PostgreSQL has for the type of the elements. */
const types: Readonly<Record<number, { size: number; read: Read }>> = {
  21: { size: 2, read: (view, at) => view.getInt16(at) },
  23: { size: 4, read: (view, at) => view.getInt32(at) },
  700: { size: 4, read: (view, at) => shortestReal(view.getFloat32(at)) },
  701: { size: 8, read: (view, at) => view.getFloat64(at) },
  1184: { size: 8, read: (view, at) => Number(view.getBigInt64(at)) / 1000 + EPOCH_MS },
};

/** Dimensions, whether there are nulls, type; then, unless empty, the length and where it starts to count. */
const HEAD = 12;
const DIMENSION = 8;
/** Before each element stands its length, of nulls -1. */
const LENGTH = 4;

/** Reads packed arrays one after the other; times are in milliseconds. */
export class PackedReader {
  private readonly view: DataView;
  private at = 0;

  constructor(text: string | null | undefined) {
    const bytes = Buffer.from(text ?? '', 'base64');
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** The next array, or what of it is wanted. None where there is none. */
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

/** A column of numbers or times. */
export function unpackColumn(text: string | null | undefined): number[] {
  return (new PackedReader(text).next() ?? []) as number[];
}
