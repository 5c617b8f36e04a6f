import { beforeAll, describe, expect, test } from 'vitest';
import { pagePowers } from '#shared/page-powers.ts';
import { powerSeeds, seededRoles } from '#shared/powers.ts';
import { pageCalls, type ReadCall } from './helpers/page-calls.ts';

let calls: Map<string, ReadCall[]>;
beforeAll(async () => {
  calls = await pageCalls();
});

/** Handlers that check a power themselves: the powers of another role need `role.read`. */
const askedWithin: Record<string, string> = { '/muneconfigs/menupermissions': 'role.read' };

/** Needed by every page, or open to everybody. */
const free = new Set(['signed-in', 'public']);

test('the scan finds the pages and their calls', () => {
  expect(calls.size).toBeGreaterThan(60);
  expect(calls.get('/userconfigs/users')?.map(({ call }) => call.path)).toContain(
    '/auth_login/login/user/data',
  );
});

test('every built page but the personal one is in the table', () => {
  expect([...calls.keys()].filter((path) => !(path in pagePowers) && path !== '/personal')).toEqual([]);
});

describe.each(Object.entries(pagePowers))('%s', (path, { needs, uses }) => {
  test('lists the power of every call that it makes, and no other', () => {
    const asked = (calls.get(path) ?? []).filter(({ call }) => !free.has(call.needs));
    const listed = new Set([...needs, ...uses]);
    expect(
      asked.filter(({ call }) => !listed.has(call.needs)).map(({ call, at }) => `${call.needs} ${at}`),
    ).toEqual([]);
    const found = new Set(asked.map(({ call }) => call.needs));
    expect([...listed].filter((power) => !found.has(power) && power !== askedWithin[path])).toEqual([]);
  });

  test('names no power twice', () => {
    expect(needs.filter((power) => uses.includes(power))).toEqual([]);
  });
});

test.each(seededRoles.filter(({ key }) => key !== 'super'))(
  'the seeded role $key has what its pages need',
  ({ key }) => {
    const held = powerSeeds.filter(({ roles }) => (roles as readonly string[]).includes(key));
    const codes = new Set(held.map(({ power_code }) => power_code));
    const lacking = held
      .filter(({ type }) => type === 2)
      .flatMap(({ power_url }) =>
        (pagePowers[power_url]?.needs ?? []).map((code) => [power_url, code] as const),
      )
      .filter(([, code]) => !codes.has(code));
    expect(lacking).toEqual([]);
  },
);
