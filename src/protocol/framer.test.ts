import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Frame } from './frame.ts';
import { Framer } from './framer.ts';
import { encodePacket } from './packet.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (raw: Uint8Array) => new TextDecoder().decode(raw);

const head = 'QN=20240601120500123;ST=22;CN=2011;PW=123456;MN=010000A8900016F000169DC0;Flag=5;CP=&&';
const upload = (value: string, extra = '') =>
  encodePacket({
    qn: '20240601120500123',
    st: '22',
    cn: '2011',
    pw: '123456',
    mn: '010000A8900016F000169DC0',
    flag: 5,
    cp: [
      [{ name: 'DataTime', value: '20240601120500' }],
      [{ name: 'a34004-Rtd', value }],
      ...(extra ? [[{ name: 'i11001-Info', value: extra }]] : []),
    ],
  });

function join(...parts: (Uint8Array | string)[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...(typeof part === 'string' ? bytes(part) : part)]));
}

function cut(stream: Uint8Array, expire = true): Frame[] {
  const framer = new Framer();
  return [...framer.push(stream), ...(expire ? framer.expire() : [])];
}

const summary = (frames: Frame[]) =>
  frames.map(({ verdict, segment }) => `${verdict} ${text(segment).slice(-30)}`);

describe('well-formed frames', () => {
  test('a frame split across two chunks comes out once, whole', () => {
    const framer = new Framer();
    const frame = upload('35.2');
    expect(framer.push(frame.subarray(0, 7))).toEqual([]);
    const [whole] = framer.push(frame.subarray(7));
    expect(whole).toMatchObject({ verdict: 'ok', deviations: [] });
    expect(text(whole?.segment ?? new Uint8Array())).toContain('a34004-Rtd=35.2');
  });

  test('a frame is complete with the last digit of its check; the line end may come later or never', () => {
    const framer = new Framer();
    expect(framer.push(upload('1').slice(0, -2))).toHaveLength(1);
    expect(framer.push(bytes('\r\n'))).toEqual([]);
    expect(framer.junkBytes).toBe(0);
  });

  test('frames glued together, with LF only or with ** before the line end are told apart', () => {
    const bare = upload('1').slice(0, -2);
    const frames = cut(join(bare, bare, '\n', bare, '**\r\n', bare, '\r\n', bare));
    expect(frames.map(({ verdict }) => verdict)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
    expect(frames.map(({ deviations }) => deviations)).toEqual([
      ['glued'],
      ['no_crlf'],
      ['trailing_marks'],
      [],
      [],
    ]);
    expect(text(frames[2]?.raw ?? new Uint8Array())).toMatch(/&&[0-9A-F]{4}\*\*$/);
  });

  test('a log that quotes a frame or holds line ends stays in one piece', () => {
    const quoted = `//${text(upload('7')).replaceAll(';', ' ').replaceAll(',', ' ')}//`;
    expect(cut(upload('1', quoted)).map(({ verdict }) => verdict)).toEqual(['ok']);
  });

  test('an empty segment has the check FFFF', () => {
    expect(cut(bytes('##0000FFFF\r\n'))).toMatchObject([{ verdict: 'ok', crcCalculated: 'FFFF' }]);
  });
});

describe('what devices get wrong', () => {
  const segment = `${head}DataTime=20240601120500;a34004-Rtd=35.2,a34004-Flag=N&&`;
  const [right] = cut(encodeSegment(segment));
  const check = right?.crcCalculated ?? '';

  function encodeSegment(content: string, length = content.length, given?: string): Uint8Array {
    const frame = cutless(content);
    return bytes(`##${String(length).padStart(4, '0')}${content}${given ?? frame}\r\n`);
  }
  function cutless(content: string): string {
    const [frame] = cut(bytes(`##${String(content.length).padStart(4, '0')}${content}0000\r\n`));
    return frame?.crcCalculated ?? '';
  }

  test.each([
    ['a length that is too long', segment.length + 6],
    ['a length that is too short', segment.length - 9],
    ['a length that counts check and line end', segment.length + 6],
    ['a length beyond reason', 9999],
  ])('%s is found out by the check and marked', (_name, length) => {
    const frames = cut(join(encodeSegment(segment, length), upload('2')));
    expect(frames.map(({ verdict }) => verdict)).toEqual(['bad_length', 'ok']);
    expect(frames[0]).toMatchObject({ declaredLength: length, deviations: ['wrong_length'] });
  });

  test('a length of two digits is read', () => {
    const frames = cut(bytes(`##87${segment}${check}\r\n`));
    expect(frames).toMatchObject([
      { verdict: 'bad_length', deviations: ['wrong_length', 'short_length_field'] },
    ]);
  });

  test.each([
    [
      'begins with another field',
      `##${String(segment.length).padStart(4, '0')}`,
      segment.replace(/^(QN=\d+;)(.*)(Flag=5;)/, '$3$2$1'),
    ],
    ['has a short length', `##${segment.length}`, segment],
  ])('a frame that %s is found behind a broken one that has no tail', (_name, start, content) => {
    const broken = text(encodeSegment(segment, segment.length, '0001')).trimEnd();
    const frames = cut(bytes(`${broken}${start}${content}${cutless(content)}\r\n`));
    expect(frames.map(({ segment }) => text(segment))).toEqual([segment, content]);
    expect(frames[1]?.verdict).not.toBe('bad_crc');
  });

  test('a lower-case check is accepted and noted', () => {
    const lower = cut(encodeSegment(segment, segment.length, check.toLowerCase()));
    expect(lower[0]?.verdict).toBe('ok');
    expect(lower[0]?.deviations).toEqual(/[A-F]/.test(check) ? ['lower_case_crc'] : []);
    expect(cut(encodeSegment(segment, segment.length, 'abcd'))).toMatchObject([
      { verdict: 'bad_crc', deviations: ['lower_case_crc'] },
    ]);
  });

  test.each([
    ['of three digits', 'F41', ['odd_crc']],
    ['of two raw bytes', '?A', ['odd_crc']],
    ['that is no number', 'ZZZZ', ['odd_crc']],
    ['that is missing', '', ['crc_missing']],
  ])('a check %s ends with its line, and is no part of the segment', (_name, given, deviations) => {
    const framer = new Framer();
    const [frame] = framer.push(encodeSegment(segment, segment.length, given));
    expect(frame).toMatchObject({ verdict: 'bad_crc', crcGiven: given, deviations });
    expect(text(frame?.segment ?? new Uint8Array())).toBe(segment);
  });

  test('marks behind a wrong check do not make its length wrong', () => {
    expect(cut(bytes(`##${String(segment.length).padStart(4, '0')}${segment}1234;\r\n`))).toMatchObject([
      { verdict: 'bad_crc', deviations: ['trailing_marks'] },
    ]);
  });

  test('a wrong check is told from a Modbus one', () => {
    expect(cut(encodeSegment(segment, segment.length, '1234'))[0]).toMatchObject({
      verdict: 'bad_crc',
      deviations: [],
    });
    const modbus = cut(bytes('##0009123456789' + '4B37\r\n'))[0];
    expect(modbus).toMatchObject({ verdict: 'bad_crc', deviations: ['crc_modbus'], crcCalculated: '2F80' });
    const swapped = cut(bytes('##0009123456789' + '374B\r\n'))[0];
    expect(swapped).toMatchObject({ deviations: ['crc_modbus_swapped'] });
  });

  test('a frame that was cut off does not take the next one with it', () => {
    const whole = upload('3');
    for (let length = 11; length < whole.length - 6; length += 7) {
      expect(summary(cut(join(whole.subarray(0, length), whole))).at(-1)).toContain('ok');
    }
  });

  test('junk before, between and after is skipped and counted', () => {
    const framer = new Framer();
    const frames = framer.push(
      join('AT+CREG\r\n', upload('1'), '\u0001\u0003\u0002', upload('2'), '#', upload('3')),
    );
    expect(frames.map(({ verdict }) => verdict)).toEqual(['ok', 'ok', 'ok']);
    expect(framer.junkBytes).toBe(11);
    expect(frames.map(({ deviations }) => deviations)).toEqual([
      ['junk_before'],
      ['junk_before'],
      ['junk_before'],
    ]);
    framer.push(bytes('**'));
    expect(framer.looseBytes).toBe(2);
  });

  test('an unfinished frame is given up when the session loses patience', () => {
    const framer = new Framer();
    expect(framer.push(upload('1').subarray(0, 60))).toEqual([]);
    const [cutOff] = framer.expire();
    expect(cutOff).toMatchObject({
      verdict: 'bad_crc',
      deviations: ['wrong_length', 'crc_missing', 'expired'],
    });
    expect(framer.push(upload('2'))).toMatchObject([{ verdict: 'ok' }]);
  });
});

describe('any stream', () => {
  const pieces = fc.oneof(
    fc.constantFrom(upload('1'), upload('22.5'), upload('1', '//a#b##c\r\n//')),
    fc.uint8Array({ maxLength: 40 }),
    fc.constantFrom(
      ...['##', '#', '\r\n', '##0101', '##0101QN=', '&&', '&&ABCD\r\n', '**', '##9999ST=', ';'].map(bytes),
    ),
    fc.tuple(fc.nat(80), fc.nat(120)).map(([from, to]) => upload('9').slice(from, Math.max(from, to))),
    fc.tuple(fc.nat(120), fc.nat(255)).map(([at, value]) => {
      const broken = upload('5');
      broken[at % broken.length] = value;
      return broken;
    }),
  );
  const streams = fc.array(pieces, { maxLength: 12 }).map((parts) => join(...parts));

  test('any chunking gives the same frames', () => {
    fc.assert(
      fc.property(streams, fc.array(fc.nat(400), { maxLength: 30 }), (stream, cuts) => {
        const whole = cut(stream);
        const framer = new Framer();
        const places = [...new Set(cuts.map((at) => Math.min(at, stream.length)))].sort((a, b) => a - b);
        const frames: Frame[] = [];
        let from = 0;
        for (const to of [...places, stream.length]) {
          frames.push(...framer.push(stream.subarray(from, to)));
          from = to;
        }
        frames.push(...framer.expire());
        expect(summary(frames)).toEqual(summary(whole));
      }),
      { numRuns: 3000 },
    );
  });

  test('a good frame behind any junk that ends a line is found', () => {
    fc.assert(
      fc.property(streams, (junk) => {
        const good = upload('42.42');
        expect(summary(cut(join(junk, '\r\n', good))).at(-1)).toMatch(/^ok .*42\.42&&$/);
      }),
      { numRuns: 2000 },
    );
  });

  test('heads within heads are not looked at again and again', () => {
    // Each head claims the ten thousand bytes after it; cutting at each one would scan every byte a thousand times.
    const hostile = bytes('##9999QN='.repeat(100_000));
    expect(cut(hostile).length).toBeLessThan(1000);
  });

  test('long hostile streams give the same frames in any chunks, and the good frame behind them', () => {
    const good = upload('42.42');
    const hostile = Array.from({ length: 10 }, () => ['##9999QN='.repeat(400), good]).flat();
    const stream = join(...hostile, '\r\n', good);
    const whole = summary(cut(stream));
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 30_000 }), { minLength: 3, maxLength: 40 }), (sizes) => {
        const framer = new Framer();
        const frames: Frame[] = [];
        let from = 0;
        for (let i = 0; from < stream.length; i++) {
          const to = from + (sizes[i % sizes.length] ?? 1);
          frames.push(...framer.push(stream.subarray(from, to)));
          from = to;
        }
        frames.push(...framer.expire());
        expect(summary(frames)).toEqual(whole);
        expect(whole.at(-1)).toMatch(/^ok .*42\.42&&$/);
      }),
      { numRuns: 30 },
    );
  });

  test('memory stays bounded under an endless stream without frames', () => {
    const framer = new Framer();
    for (let i = 0; i < 3000; i++) framer.push(bytes('##9999abcdefghijklmnopqrstuvwxyz'));
    expect(framer.pending).toBeLessThan(12_000);
  });
});
