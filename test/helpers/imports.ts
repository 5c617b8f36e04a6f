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

/** Statements, also behind another one on the same line; calls with a package or a path. */
const inScripts =
  /(?:^|[\n;])\s*(?:import|export)\b([^;'"]*?)from\s*['"]([^'"]+)['"]|\b(?:import|require(?:\.resolve)?)\(\s*['"`]([^'"`]+)['"`]|(?:^|[\n;])\s*import\s*['"]([^'"]+)['"]/g;

/** Any text that is the path of a file of ours, however it is loaded: worker, glob, `createRequire`, computed parts. */
const pathsInScripts =
  /(['"`])((?:#(?:protocol|shared|server|web|test)\/|\.\.?\/)[^'"`\s]*\.(?:[cm]?[jt]sx?|css)(?:\?\w+)?)\1/g;

/** `@import` in its four forms; `composes` and `@value` of another sheet. */
const inSheets =
  /@import\s+(?:url\(\s*)?['"]?([^'")\s;]+)|(?:\bcomposes\s*:|@value\b)[^;{}]*?\bfrom\s+['"]([^'"]+)['"]/gi;
/** Any other path: of a picture, or a sheet that is named once and used by its name. */
const pathsInSheets = /(?:url\(\s*['"]?|['"])((?:#\w|\.\.?\/)[^'")\s]*)/gi;

/** What the text of a file of `src` knows: a script, or a style sheet. */
export function importsIn(path: string, text: string): Import[] {
  const found = path.endsWith('.css') ? inSheet(text) : inScript(text);
  const isNew = (specifier: string, i: number) => found.findIndex((one) => one.specifier === specifier) === i;
  return found
    .filter(({ specifier }, i) => isNew(specifier, i))
    .map(({ specifier }) => ({
      file: fromRoot(path),
      specifier,
      target: target(path, specifier),
      typeOnly: found.every((one) => one.specifier !== specifier || /^\s+type\s/.test(one.names)),
    }));
}

interface Found {
  names: string;
  specifier: string;
}

function inSheet(text: string): Found[] {
  const bare = text.replace(/\/\*[\s\S]*?\*\//g, '');
  return [...bare.matchAll(inSheets), ...bare.matchAll(pathsInSheets)].map(([, whole, part]) => ({
    names: '',
    specifier: sheetPath(whole ?? part ?? ''),
  }));
}

/** Without comments too: one between the braces of an import may hold a quote or a semicolon. */
function inScript(text: string): Found[] {
  const bare = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
  const statements = [text, bare].flatMap((one) =>
    [...one.matchAll(inScripts)].map(([, names, from, lazy, only]) => ({
      names: names ?? '',
      specifier: from ?? lazy ?? only ?? '',
    })),
  );
  const known = new Set(statements.map(({ specifier }) => specifier));
  const paths = [...text.matchAll(pathsInScripts)].map(([, , specifier = '']) => ({ names: '', specifier }));
  return [...statements, ...paths.filter(({ specifier }) => !known.has(specifier))];
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
