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

export const root = join(import.meta.dirname, '..', '..');

/** Of every file in `src` that is not a test. */
export function everyImport(): Import[] {
  return sourceFiles(join(root, 'src'))
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .flatMap((path) => importsIn(path, readFileSync(path, 'utf8')));
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourceFiles(path);
    return /\.(tsx?|[cm]?js|css)$/.test(entry.name) ? [path] : [];
  });
}

const inScripts =
  /(?:^|\n)\s*(?:import|export)\b([^;'"]*?)from\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]|(?:^|\n)import\s*['"]([^'"]+)['"]/g;

/** `@import` in its four forms; `composes` and `@value` of another sheet. */
const inSheets =
  /@import\s+(?:url\(\s*)?['"]?([^'")\s;]+)|(?:\bcomposes\s*:|@value\b)[^;{}]*?\bfrom\s+['"]([^'"]+)['"]/g;

/** What the text of a file of `src` knows: a script, or a style sheet. */
export function importsIn(path: string, text: string): Import[] {
  const found = path.endsWith('.css')
    ? [...text.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(inSheets)].map(([, whole, part]) => ({
        names: '',
        specifier: sheetPath(whole ?? part ?? ''),
      }))
    : [...text.matchAll(inScripts)].map(([, names, from, lazy, bare]) => ({
        names: names ?? '',
        specifier: from ?? lazy ?? bare ?? '',
      }));
  return found.map(({ names, specifier }) => ({
    file: fromRoot(path),
    specifier,
    target: target(path, specifier),
    typeOnly: /^\s+type\s/.test(names),
  }));
}

/** A sheet may leave out the `./` that a script needs. */
function sheetPath(specifier: string): string {
  return /^[\w-]+\.(?:module\.)?css$/.test(specifier) ? `./${specifier}` : specifier;
}

function target(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`.split('?')[0] ?? '';
  return specifier.startsWith('.') ? fromRoot(join(dirname(from), specifier.split('?')[0] ?? '')) : specifier;
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
