import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { roles } from '#shared/contract/access/roles.ts';
import { users } from '#shared/contract/access/users.ts';
import { cleaned, editorOf, isRequired, problemWith, schemasOf } from './form-field.ts';

const schemas = schemasOf(users.add) as Record<keyof typeof users.shape | 'password', z.ZodType>;

describe('what a form asks for comes from the contract', () => {
  test('required is what can be neither left out nor emptied', () => {
    const required = Object.entries(schemas)
      .filter(([, schema]) => isRequired(schema))
      .map(([key]) => key);
    expect(required).toEqual(['account', 'real_name', 'role_id', 'password']);
  });

  test('yes/no gets a switch, a number a number field, the rest a line of text', () => {
    expect(editorOf({ key: 'sees_all_sites' }, roles.shape.sees_all_sites)).toBe('switch');
    expect(editorOf({ key: 'role_id' }, schemas.role_id)).toBe('number');
    expect(editorOf({ key: 'account' }, schemas.account)).toBe('input');
    expect(editorOf({ key: 'role_id', choices: [1] }, schemas.role_id)).toBe('choice');
  });
});

describe('an emptied input', () => {
  test('is null where the contract knows null, and an empty text where it knows that', () => {
    expect(cleaned(schemas.mobile, '  ')).toBeNull();
    expect(cleaned(schemas.remark, '')).toBe('');
  });

  test('counts as left out where neither is allowed, so the form asks for it', () => {
    expect(cleaned(schemas.role_id, null)).toBeUndefined();
    expect(problemWith(schemas.role_id, undefined)).toMatchObject({ problem: 'required' });
  });

  test('zero and false are values', () => {
    expect(cleaned(schemas.role_id, 0)).toBe(0);
    expect(cleaned(z.boolean(), false)).toBe(false);
  });
});

test('a problem is named by the words of the contract, with its limits', () => {
  expect(problemWith(schemas.password, '123')).toMatchObject({ problem: 'too_short', params: { min: 6 } });
  expect(problemWith(schemas.mobile, '123')).toMatchObject({ problem: 'bad_mobile' });
  expect(problemWith(schemas.account, 'has space')).toMatchObject({ problem: 'bad_account' });
});
