import type * as z from 'zod';

type Shape<Row> = { readonly [Field in keyof Row]?: z.ZodType };

/** Which of the fields that have a default are stored as something that cannot be used. */
export function unusableOf<Row extends object>(
  shape: Shape<Row>,
  row: Row,
  defaults: Partial<Row>,
): string[] {
  return Object.keys(defaults).filter(
    (field) => !shape[field as keyof Row]?.safeParse(row[field as keyof Row]).success,
  );
}

/**
 * A stored row is checked like a sent one. What cannot be used gives way to its default: work goes on, and the page that
 * sets it anew opens.
 */
export function usable<Row extends object>(shape: Shape<Row>, row: Row, defaults: Partial<Row>): Row {
  const wrong = unusableOf(shape, row, defaults);
  return {
    ...row,
    ...Object.fromEntries(Object.entries(defaults).filter(([field]) => wrong.includes(field))),
  };
}
