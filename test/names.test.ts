import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './helpers/imports.ts';

const namesIn = (folder: string) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const features = namesIn('src/shared/contract');

describe('a feature has one name', () => {
  test.each(['src/server/features', 'src/web/features', 'src/shared/i18n/zh', 'src/shared/i18n/en'])(
    'in %s as in the contract',
    (folder) => {
      expect(namesIn(folder)).toEqual(features);
    },
  );

  test('in ARCHITECTURE.md too', () => {
    const [, listed = ''] = /They are ([^.]*), and those that come\./.exec(read('ARCHITECTURE.md')) ?? [];
    expect(listed.split(/,\s+/).sort()).toEqual(features);
  });
});

/** Folders of calls, handlers and words; the file name is the noun. */
const kinds: [folder: string, name: RegExp][] = [
  ['src/shared/contract', /^([\w-]+)\.ts$/],
  ['src/server/features', /^([\w-]+)\.routes\.ts$/],
  ['src/shared/i18n/zh', /^([\w-]+)\.ts$/],
];

function nounsOf(feature: string): string[] {
  const found = kinds.flatMap(([folder, pattern]) =>
    readdirSync(join(root, folder, feature)).flatMap((file) => pattern.exec(file)?.[1] ?? []),
  );
  return [...new Set(found)];
}

/** Nouns that occur in several features. */
function scattered(nouns: readonly (readonly [noun: string, feature: string])[]): string[] {
  const featuresOf = (noun: string) => nouns.flatMap(([own, feature]) => (own === noun ? [feature] : []));
  return [...new Set(nouns.map(([noun]) => noun))]
    .filter((noun) => featuresOf(noun).length > 1)
    .map((noun) => `${noun}: ${featuresOf(noun).join(', ')}`);
}

test('calls, handlers and words of one noun are in one feature', () => {
  const nouns = features.flatMap((feature) => nounsOf(feature).map((noun) => [noun, feature] as const));
  expect(nouns).toContainEqual(['roles', 'access']);
  expect(scattered(nouns)).toEqual([]);
  expect(scattered([...nouns, ['roles', 'groups']])).toEqual(['roles: access, groups']);
});

test('handlers are in files that are called routes, or after what they import', () => {
  const files = [...read('src/server/routes.ts').matchAll(/import \{[^}]*Routes\b[^}]*\} from '([^']+)'/g)];
  expect(files.length).toBeGreaterThan(50);
  expect(files.map(([, file]) => file).filter((file = '') => !/(\.routes|-import)\.ts$/.test(file))).toEqual(
    [],
  );
});

/** Every file of the project by path. */
const everyFile = ['src', 'test', 'tools', 'scripts', 'bench', 'migrations', 'docs'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
    (path) => `/${folder}/${path.split(sep).join('/')}`,
  ),
);

/** `a/{b,c}.ts` means two files. */
function spelledOut(path: string): string[] {
  const [whole, choices = ''] = /\{([\w,.-]+)\}/.exec(path) ?? [];
  return whole ? choices.split(',').flatMap((one) => spelledOut(path.replace(whole, one))) : [path];
}

/** Files that a document names but that do not exist. */
function missing(document: string): string[] {
  return [...document.matchAll(/`([\w./{},-]+\.(?:tsx?|css|txt|mjs|md))`/g)]
    .flatMap(([, path = '']) => spelledOut(path))
    .filter((path) => !everyFile.some((file) => file.endsWith(`/${path}`)));
}

test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s sends readers to files that are there', (name) => {
  const document = read(name).replaceAll('`ARCHITECTURE.md`', '');
  expect(missing(document)).toEqual([]);
  expect(missing(`${document} \`server/{scope,scoop}.ts\``)).toEqual(['server/scoop.ts']);
});
