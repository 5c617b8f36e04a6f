import { expect, test } from 'vitest';
import { draftOf } from './try-packet.ts';

test('lines that are not finished do not keep a packet from being tried', () => {
  const whole = { wire_code: 'T', component_id: 11, scale: 0.1, shift: -40 };
  const codes = [
    whole,
    { wire_code: 'H', scale: 1, shift: 0 },
    { ...whole, wire_code: 'P', scale: 0 },
    { ...whole, wire_code: '' },
  ];
  expect(draftOf({ agreement_name: '', edition: '2005', codes })).toMatchObject({
    edition: '2005',
    crc_mode: 'hj212',
    codes: [whole],
  });
});

test('a code that stands twice leads to no one factor, so nothing can be tried', () => {
  const line = { wire_code: 'T', component_id: 11 };
  expect(draftOf({ codes: [line, { ...line, component_id: 12 }] })).toBeUndefined();
});
