import { expect, test } from 'vitest';
import { csvText } from './save-csv.ts';

test('a table is written so that a spreadsheet reads it, and runs nothing of it', () => {
  expect(
    csvText([
      ['站点', 'a,b'],
      ['=1+1', -3],
      ['say "hi"', null],
    ]),
  ).toBe('\ufeff站点,"a,b"\r\n\'=1+1,-3\r\n"say ""hi""",');
});
