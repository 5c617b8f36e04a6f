import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { describe, expect, test } from 'vitest';

/** The table of architecture: a file in `tree` may import what matches `may`. First match decides. */
const rules: { tree: RegExp; may: RegExp[] }[] = [
  { tree: /^src\/protocol\//, may: [/^src\/protocol\//] },
  { tree: /^src\/shared\//, may: [/^src\/shared\//, /^zod$/] },
  {
    tree: /^src\/server\/(routes|services|main)\.ts$/,
    may: [/^src\/(server|shared|protocol)\//, /^[^.]/],
  },
  {
    tree: /^src\/server\/features\/([\w-]+)\//,
    may: [
      /^src\/server\/features\/$1\//,
      /^src\/server\/(?!features\/)/,
      /^src\/(shared|protocol)\//,
      package_(),
    ],
  },
  { tree: /^src\/server\//, may: [/^src\/server\/(?!features\/)/, /^src\/(shared|protocol)\//, package_()] },
  { tree: /^src\/web\/routes\.tsx$/, may: [/^src\/(web|shared)\//, package_()] },
  {
    tree: /^src\/web\/features\/([\w-]+)\//,
    may: [/^src\/web\/features\/$1\//, /^src\/web\/(?!features\/)/, /^src\/shared\//, package_()],
  },
  { tree: /^src\/web\//, may: [/^src\/web\/(?!features\/)/, /^src\/shared\//, package_()] },
];

/** A feature may use another feature's `service.ts` when the pair is listed here: importer → imported. */
const allowed: [importer: RegExp, imported: RegExp][] = [
  // A site is made with its factors.
  [/^src\/server\/features\/sites\//, /^src\/server\/features\/site-config\/service\.ts$/],
  // An unregistered device is adopted: it becomes a site that has the factors it reported.
  [/^src\/server\/features\/packets\//, /^src\/server\/features\/(sites|site-config)\/service\.ts$/],
];

function package_(): RegExp {
  return /^(?!src\/)/;
}

const root = join(import.meta.dirname, '..');

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourceFiles(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

function importsOf(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\b[^;'"]*?from\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]|(?:^|\n)import\s*['"]([^'"]+)['"]/g,
  );
  return [...found].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

/** A specifier as a path from the root, or the package's name. */
function target(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`.split('?')[0] ?? '';
  if (specifier.startsWith('.'))
    return relative(root, join(dirname(from), specifier))
      .split(sep)
      .join('/');
  return specifier;
}

const files = sourceFiles(join(root, 'src')).filter((path) => !/\.test\.tsx?$/.test(path));
const edges = files.map((path) => ({
  file: relative(root, path).split(sep).join('/'),
  imports: importsOf(path).map((specifier) => ({ specifier, target: target(path, specifier) })),
}));

describe('what may import what', () => {
  test('every import stays within its tree', () => {
    const broken = edges.flatMap(({ file, imports }) => {
      const rule = rules.find(({ tree }) => tree.test(file));
      const own = rule?.tree.exec(file)?.[1] ?? '';
      const may = rule?.may.map((pattern) => new RegExp(pattern.source.replace('$1', own))) ?? [];
      return imports
        .filter(({ target }) => !may.some((pattern) => pattern.test(target)))
        .filter(({ target }) => !allowed.some(([from, to]) => from.test(file) && to.test(target)))
        .map(({ target }) => `${file} → ${target}`);
    });
    expect(broken).toEqual([]);
  });

  test('nobody climbs out of their folder with ../../', () => {
    const climbing = edges.flatMap(({ file, imports }) =>
      imports
        .filter(({ specifier }) => specifier.startsWith('../../'))
        .map(({ specifier }) => `${file} → ${specifier}`),
    );
    expect(climbing).toEqual([]);
  });

  test('there are no cycles', () => {
    // `app.ts` names what hangs on it and is known to all of that: types only, so nothing is loaded in a circle.
    const graph = new Map(
      edges.map(({ file, imports }) => [
        file,
        imports.map(({ target }) => target).filter((target) => target !== 'src/server/app.ts'),
      ]),
    );
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (file: string, trail: string[]) => {
      if (trail.includes(file)) cycles.push([...trail.slice(trail.indexOf(file)), file].join(' → '));
      if (done.has(file) || trail.includes(file)) return;
      for (const next of graph.get(file) ?? []) if (graph.has(next)) visit(next, [...trail, file]);
      done.add(file);
    };
    for (const file of graph.keys()) visit(file, []);
    expect(cycles).toEqual([]);
  });
});
