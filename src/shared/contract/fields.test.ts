import { expect, test } from 'vitest';
import { name } from './fields.ts';

const problemsOf = (text: string) =>
  name()
    .safeParse(text)
    .error?.issues.map(({ message }) => message) ?? [];

test('a name has something that can be seen', () => {
  for (const text of ['', '   ', '\u202e\ufeff', '\u200b', '\u00ad\u2060']) {
    expect(problemsOf(text), JSON.stringify(text)).toEqual(['required']);
  }
  for (const text of ['解放路站', 'A', '1', '#', '站\u200b']) expect(problemsOf(text)).toEqual([]);
});
