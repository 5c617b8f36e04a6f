import { expect, test } from 'vitest';
import { allOf, identifier, join, json, sql } from './sql.ts';

test('values become numbered parameters in the order in which they are written', () => {
  expect(sql`select * from role where role_id = ${7} and role_name = ${'x'}`.toQuery()).toEqual({
    text: 'select * from role where role_id = $1 and role_name = $2',
    values: [7, 'x'],
  });
});

test('a piece inside a piece keeps the numbers in step', () => {
  const inner = sql`b = ${2} or c = ${3}`;
  const middle = sql`(${inner}) and d = ${4}`;
  expect(sql`a = ${1} and ${middle} and e = ${5}`.toQuery()).toEqual({
    text: 'a = $1 and (b = $2 or c = $3) and d = $4 and e = $5',
    values: [1, 2, 3, 4, 5],
  });
});

test('pieces side by side do not run into each other', () => {
  const flag = sql`${true}`;
  expect(sql`${flag}${sql`, `}${flag}`.toQuery()).toEqual({ text: '$1, $2', values: [true, true] });
  expect(sql`${sql``}${1}${sql``}`.toQuery()).toEqual({ text: '$1', values: [1] });
});

test('the same piece can be used twice and stays as it was', () => {
  const condition = sql`role_id = ${1}`;
  const twice = sql`${condition} or ${condition}`;
  expect(twice.toQuery()).toEqual({ text: 'role_id = $1 or role_id = $2', values: [1, 1] });
  expect(condition.toQuery()).toEqual({ text: 'role_id = $1', values: [1] });
  twice.toQuery().values.push('added by a caller');
  expect(twice.toQuery().values).toEqual([1, 1]);
});

test('more than nine parameters are numbered on', () => {
  const query = join(Array.from({ length: 12 }, (_, index) => sql`${index}`)).toQuery();
  expect(query.text).toBe('$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12');
  expect(query.values).toHaveLength(12);
});

test('undefined, null and objects are values like any other', () => {
  const at = new Date(0);
  expect(sql`${undefined} ${null} ${at} ${[1, 2]}`.toQuery()).toEqual({
    text: '$1 $2 $3 $4',
    values: [undefined, null, at, [1, 2]],
  });
});

test('a value that looks like SQL, like a parameter or like a piece stays a value', () => {
  const hostile = ["'; drop table role; --", '$1', { text: ['drop table role'], values: [] }];
  const { text, values } = sql`${hostile[0]} ${hostile[1]} ${hostile[2]}`.toQuery();
  expect(text).toBe('$1 $2 $3');
  expect(values).toEqual(hostile);
});

test('a name cannot break out of its quotes', () => {
  expect(identifier('role_name').toQuery().text).toBe('"role_name"');
  expect(identifier('x" from role; drop table role; --').toQuery().text).toBe(
    '"x"" from role; drop table role; --"',
  );
  expect(identifier('""').toQuery().text).toBe('""""""');
});

test('a name that holds a dollar sign is not taken for a parameter', () => {
  expect(sql`select ${identifier('$1')} where a = ${1}`.toQuery()).toEqual({
    text: 'select "$1" where a = $1',
    values: [1],
  });
});

test('joining nothing gives nothing, and no condition is always true', () => {
  expect(join([]).toQuery()).toEqual({ text: '', values: [] });
  expect(allOf([]).toQuery().text).toBe('true');
});

test('conditions are joined with "and" and lists with commas', () => {
  expect(allOf([sql`a = ${1}`, sql`b = ${2}`]).toQuery()).toEqual({
    text: '(a = $1) and (b = $2)',
    values: [1, 2],
  });
  expect(join([sql`a`, sql`b`], sql` or `).toQuery().text).toBe('a or b');
});

test('"or" inside one condition does not leak into the others', () => {
  expect(allOf([sql`a or b`, sql`c`]).toQuery().text).toBe('(a or b) and (c)');
});

test('a json value is one text parameter', () => {
  expect(json([1, { a: "it's" }]).toQuery()).toEqual({
    text: '$1::jsonb',
    values: ['[1,{"a":"it\'s"}]'],
  });
});
