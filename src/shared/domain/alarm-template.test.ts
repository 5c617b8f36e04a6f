import { expect, test } from 'vitest';
import { fillMessage, placeholders, type TemplateValues, unknownPlaceholders } from './alarm-template.ts';

test('everything in braces that is no placeholder is found, also with a space, unclosed or in full width', () => {
  expect(unknownPlaceholders('[{level}] {site} ({mn}): {what}\n{link}')).toEqual([]);
  expect(unknownPlaceholders('{bogus} {site name} { site } {}')).toEqual([
    '{bogus}',
    '{site name}',
    '{ site }',
    '{}',
  ]);
  expect(unknownPlaceholders('{site is at {value}')).toEqual(['{site is at']);
  expect(unknownPlaceholders('site} {site\n{mn}')).toEqual(['}', '{site']);
  expect(unknownPlaceholders('｛site｝')).toEqual(['｛site｝']);
});

test('a doubled brace stands for itself, beside a placeholder too', () => {
  const values = {
    ...Object.fromEntries(placeholders.map((name) => [name, ''])),
    site: '城东站',
  } as TemplateValues;
  const said = (text: string) => [unknownPlaceholders(text), fillMessage(text, values)];
  expect(said('{{site}} {site}')).toEqual([[], '{site} 城东站']);
  expect(said('{{{site}}}')).toEqual([[], '{城东站}']);
  expect(said('{"name": "{site}"}')[0]).toEqual(['{"name": "', '}']);
  expect(said('{{"name": "{site}"}}')).toEqual([[], '{"name": "城东站"}']);
  expect(unknownPlaceholders('{{site}')).toEqual(['}']);
  // A line of braces alone has no placeholder that could be empty.
  expect(fillMessage('{{\n{mn}\n}}', values)).toBe('{\n}');
});
