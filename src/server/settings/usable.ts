import type * as z from 'zod';

type Shape<Row> = { readonly [Field in keyof Row]?: z.ZodType };

/** Fields with a default whose stored value cannot be used. */
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
 * Validates a stored row like a submitted one. Unusable values are replaced by their defaults, so that work goes on and
 * the settings page opens.
 */
export function usable<Row extends object>(shape: Shape<Row>, row: Row, defaults: Partial<Row>): Row {
  const wrong = unusableOf(shape, row, defaults);
  return {
    ...row,
    ...Object.fromEntries(Object.entries(defaults).filter(([field]) => wrong.includes(field))),
  };
}
