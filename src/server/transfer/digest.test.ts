import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { RowDigest } from './digest.ts';

function sumOf(rows: readonly string[], cutAt: readonly number[] = []) {
  const bytes = Buffer.from(rows.map((row) => `${row}\n`).join(''));
  const digest = new RowDigest();
  let begin = 0;
  for (const end of [...cutAt.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]) {
    digest.add(bytes.subarray(begin, end));
    begin = end;
  }
  return digest.sum();
}

const row = fc.string().map((text) => text.replaceAll('\n', '\\n'));

test('the same rows give the same digest in any order, however they are cut on the way', async () => {
  await fc.assert(
    fc.property(fc.array(row), fc.array(fc.nat()), (rows, cuts) => {
      const sum = sumOf(rows);
      expect(sumOf(rows.toReversed(), cuts)).toEqual(sum);
      expect(sum.rows).toBe(rows.length);
    }),
  );
});

test('a row more, less, changed or twice gives another digest', () => {
  const { digest } = sumOf(['a\t1', 'b\t2']);
  for (const rows of [
    ['a\t1'],
    ['a\t1', 'b\t2', ''],
    ['a\t1', 'b\t3'],
    ['a\t1', 'a\t1', 'b\t2'],
    ['a\t1b\t2'],
  ]) {
    expect(sumOf(rows).digest).not.toBe(digest);
  }
});
