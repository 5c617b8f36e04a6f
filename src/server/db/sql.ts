/**
 * SQL written as SQL. Values always become parameters; pieces are combined by nesting.
 *   sql`select role_name from role where role_id = ${id}`
 */
export class Sql {
  readonly text: readonly string[];
  readonly values: readonly unknown[];
  readonly name: string | undefined;

  constructor(text: readonly string[], values: readonly unknown[], name?: string) {
    this.text = text;
    this.values = values;
    this.name = name;
  }

  /** The form for the driver: numbered placeholders and their values. */
  toQuery(): { text: string; values: unknown[]; name: string | undefined } {
    let text = this.text[0] ?? '';
    for (let i = 1; i < this.text.length; i++) text += `$${i}${this.text[i]}`;
    return { text, values: [...this.values], name: this.name };
  }
}

export function sql(strings: TemplateStringsArray, ...slots: readonly unknown[]): Sql {
  const text: string[] = [strings[0] ?? ''];
  const values: unknown[] = [];
  slots.forEach((slot, index) => {
    const after = strings[index + 1] ?? '';
    if (slot instanceof Sql) {
      text[text.length - 1] += slot.text[0] ?? '';
      text.push(...slot.text.slice(1));
      text[text.length - 1] += after;
      values.push(...slot.values);
    } else {
      text.push(after);
      values.push(slot);
    }
  });
  return new Sql(text, values);
}

/**
 * A prepared statement, parsed and planned once per connection: for short statements of nearly every call, and for
 * those that take longer to parse than to run. One plan must suit all values, and there must be few different texts.
 */
export function prepared({ text, values }: Sql): Sql {
  const whole = text.join('$');
  const name = names.get(whole) ?? `s${names.size}`;
  names.set(whole, name);
  return new Sql(text, values, name);
}

/** A whole number as part of the text: a plan for `limit 20` suits twenty rows, one for a parameter any number. */
export function whole(number: number): Sql {
  if (!Number.isSafeInteger(number)) throw new Error(`${number} is not a whole number`);
  return new Sql([String(number)], []);
}

/** By text, so that two statements never share a name. */
const names = new Map<string, string>();

/** A table or column name. Names come from contracts and code, never from a request; quoting is a second safeguard. */
export function identifier(name: string): Sql {
  return new Sql([`"${name.replaceAll('"', '""')}"`], []);
}

export function join(parts: readonly Sql[], separator: Sql = sql`, `): Sql {
  if (parts.length === 0) return sql``;
  return parts.slice(1).reduce((all, part) => sql`${all}${separator}${part}`, parts[0] as Sql);
}

/** Each condition in brackets, so that an `or` in one of them does not affect the others. */
export function allOf(conditions: readonly Sql[]): Sql {
  if (conditions.length === 0) return sql`true`;
  return join(
    conditions.map((condition) => sql`(${condition})`),
    sql` and `,
  );
}

/** A value for a json or jsonb column; a bare array would become a PostgreSQL array. */
export function json(value: unknown): Sql {
  return sql`${JSON.stringify(value)}::jsonb`;
}
