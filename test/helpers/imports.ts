import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** One file of `src` knows another, or a package. */
export interface Import {
  file: string;
  /** As it is written. */
  specifier: string;
  /** A path from the root, or the name of a package. */
  target: string;
  /** Nothing is loaded for it. */
  typeOnly: boolean;
}

const root = join(import.meta.dirname, '..', '..');

/** Of every file in `src` that is not a test. */
export function everyImport(): Import[] {
  return sourceFiles(join(root, 'src'))
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .flatMap(importsOf);
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourceFiles(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

function importsOf(path: string): Import[] {
  const text = readFileSync(path, 'utf8');
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\b([^;'"]*?)from\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]|(?:^|\n)import\s*['"]([^'"]+)['"]/g,
  );
  return [...found].map(([, names, from, lazy, bare]) => {
    const specifier = from ?? lazy ?? bare ?? '';
    return {
      file: fromRoot(path),
      specifier,
      target: target(path, specifier),
      typeOnly: /^\s+type\s/.test(names ?? ''),
    };
  });
}

function target(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`.split('?')[0] ?? '';
  return specifier.startsWith('.') ? fromRoot(join(dirname(from), specifier)) : specifier;
}

function fromRoot(path: string): string {
  return relative(root, path).split(sep).join('/');
}

/** Rings in what leads where, each once, as `a → b → a`. */
export function rings(steps: Iterable<readonly [from: string, to: string]>): string[] {
  const graph = new Map<string, Set<string>>();
  for (const [from, to] of steps) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (place: string, trail: string[]) => {
    if (trail.includes(place)) found.push([...trail.slice(trail.indexOf(place)), place].join(' → '));
    if (done.has(place) || trail.includes(place)) return;
    for (const next of graph.get(place) ?? []) visit(next, [...trail, place]);
    done.add(place);
  };
  for (const place of graph.keys()) visit(place, []);
  return found;
}
