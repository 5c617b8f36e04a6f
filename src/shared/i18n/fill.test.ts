import { expect, test } from 'vitest';
import { fill } from './fill.ts';

test('a slot takes what is given by its name, as often as it stands there, also nothing and zero', () => {
  expect(fill('{{a}} of {{b}}, {{a}}', { a: 0, b: '' })).toBe('0 of , 0');
});

test('a slot that nothing is given for stays as it is', () => {
  expect(fill('{{a}} of {{b}}', { a: 1 })).toBe('1 of {{b}}');
});

test('what is put in is not read again', () => {
  expect(fill('{{a}}', { a: '{{b}} $1 $&', b: 'x' })).toBe('{{b}} $1 $&');
});
