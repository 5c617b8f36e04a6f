import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { routes } from '#server/routes.ts';
import { wordOf } from '#server/words.ts';
import { files, uploads } from '#shared/contract/files/files.ts';
import { contract, everyCall } from '#shared/contract/index.ts';
import { PROVIDER_POWER } from '#shared/contract/platform/platform-config.ts';
import type { AnyListing } from '#shared/contract/resource.ts';
import { controlPowers } from '#shared/domain/command-kinds.ts';
import { powerSeeds } from '#shared/powers.ts';

const calls = everyCall();

/** Calls of the spec that later issues add. The list may only shrink. */
const later =
  /^\/(monitor(?!\/(point|realtime|user|version)\/)|live|cloud_video)\/|^\/monitor\/point\/(data\/get\/|datas\/get|pm\/aqi)|\/(order|order_type|order_comment|user_duty)\//;

function listed(name: string): string[] {
  const text = readFileSync(join(import.meta.dirname, 'spec', name), 'utf8');
  return text.split('\n').filter((line) => line.startsWith('/'));
}

test('every call has its own path', () => {
  const paths = calls.map(({ call }) => call.path);
  expect(paths).toHaveLength(new Set(paths).size);
});

test('every call of the contract has a route, and every route a call', () => {
  // Uploads are not JSON, so they are registered elsewhere.
  const elsewhere = [files.upload.path, uploads.chunk.path];
  const routed = [...routes.map(({ call }) => call.path), ...elsewhere].sort();
  expect(routed).toEqual(calls.map(({ call }) => call.path).sort());
});

test('a call is listed under the feature whose folder declares it', () => {
  const text = readFileSync(join(import.meta.dirname, '../src/shared/contract/index.ts'), 'utf8');
  const folders = [...text.matchAll(/import \{([^}]*)\} from '\.\/([\w-]+)\//g)].flatMap(
    ([, names = '', folder = '']) => names.split(',').map((name) => [name.trim(), folder]),
  );
  const listed = Object.entries(contract).flatMap(([feature, parts]) =>
    Object.keys(parts).map((part) => [part, feature]),
  );
  const sorted = (pairs: string[][]) =>
    pairs
      .map((pair) => pair.join(' of '))
      .filter((pair) => !pair.startsWith(' '))
      .sort();
  expect(sorted(listed)).toEqual(sorted(folders));
});

test('every writing call refuses what it does not know', () => {
  const lenient = calls.filter(({ call }) => {
    const parsed = call.input.safeParse({ no_such_field: 1 });
    return call.writes && !parsed.error?.issues.some(({ code }) => code === 'unrecognized_keys');
  });
  expect(lenient.map(({ name }) => name)).toEqual([]);
});

test('every call needs a power that is seeded', () => {
  const known = new Set([
    'public',
    'signed-in',
    ...powerSeeds.filter(({ type }) => type === 3).map((p) => p.power_code),
  ]);
  expect(calls.filter(({ call }) => !known.has(call.needs)).map(({ call }) => call.path)).toEqual([]);
});

test('every seeded action is asked for by some call', () => {
  // Some fields of the platform settings and each kind of command need their own power.
  const asked = new Set<string>([...calls.map(({ call }) => call.needs), PROVIDER_POWER, ...controlPowers]);
  const unused = powerSeeds.filter(({ type, power_code }) => type === 3 && !asked.has(power_code));
  expect(unused.map(({ power_code }) => power_code)).toEqual([]);
});

test('every call of the spec exists, apart from those of later issues', () => {
  const have = new Set(calls.map(({ call }) => call.path));
  const missing = listed('calls.txt').filter((path) => !have.has(path) && !later.test(path));
  expect(missing).toEqual([]);
});

test('every column of a list has a word in both languages, apart from pages not built yet', () => {
  const wordless = ['userGroups', 'menus', 'themes', 'shortSites'];
  const lists = Object.values(contract)
    .flatMap((parts) => Object.values(parts) as unknown[])
    .filter((part): part is AnyListing => typeof part === 'object' && part !== null && 'columns' in part)
    .filter(({ name }) => !wordless.includes(name));
  const keys = lists.flatMap(({ name, columns }) =>
    ['title', 'hint', ...columns].map((key) => `${name}.${key}`),
  );
  expect(keys.length).toBeGreaterThan(100);
  for (const language of ['zh', 'en'] as const) {
    expect(keys.filter((key) => wordOf(language, key) === undefined)).toEqual([]);
  }
});
