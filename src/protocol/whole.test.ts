import { expect, test } from 'vitest';
import { encodePacket } from './packet.ts';
import { framesIn } from './whole.ts';

const frame = new TextDecoder()
  .decode(encodePacket({ qn: '20240601120500123', st: '22', cn: '9015', pw: '1', mn: 'M', flag: 5, cp: [] }))
  .trimEnd();
const deviations = (line: string) =>
  framesIn(new TextEncoder().encode(line)).map((found) => found.deviations);

test('a line of a log has lost nothing but its end', () => {
  expect(deviations(frame)).toEqual([[]]);
});

test('what stands around a frame is noted with it', () => {
  expect(deviations(`2024-06-01 recv ${frame}`)).toEqual([['junk_before']]);
  expect(deviations(`${frame} end`)).toEqual([['no_crlf', 'junk_after']]);
  expect(deviations(`${frame}**`)).toEqual([['trailing_marks']]);
  expect(deviations(frame + frame)).toEqual([['glued'], []]);
  expect(deviations('hello')).toEqual([]);
});
