import { expect, test } from 'vitest';
import { mayConnect } from './address-rules.ts';

test.each([
  '169.254.169.254',
  '169.254.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '0.0.0.0',
  '0.1.2.3',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  'fe80::1',
  'fe80::1%eth0',
  'febf::1',
  'fd00:ec2::254',
  'ff02::1',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '0:0:0:0:0:ffff:a9fe:a9fe',
  '::169.254.169.254',
  '64:ff9b::a9fe:a9fe',
  '2002:a9fe:a9fe::1',
  '::ffff:0.0.0.0',
  'not an address',
  '',
])('%j is never connected to', (address) => {
  expect(mayConnect(address, true)).toBe(false);
});

test.each([
  '127.0.0.1',
  '127.8.9.1',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '::1',
  'fd12::1',
  'fec0::1',
  '::ffff:127.0.0.1',
  '::ffff:c0a8:101',
  '64:ff9b::a00:1',
])('%j is connected to unless private networks are closed', (address) => {
  expect([mayConnect(address, true), mayConnect(address, false)]).toEqual([true, false]);
});

test.each(['203.0.113.9', '8.8.8.8', '172.32.0.1', '2001:db8::1', '::ffff:203.0.113.9', '2002:cb00:7109::1'])(
  '%j is always connected to',
  (address) => {
    expect([mayConnect(address, true), mayConnect(address, false)]).toEqual([true, true]);
  },
);
