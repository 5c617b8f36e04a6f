import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** An import of a file in `src`. */
export interface Import {
  file: string;
  /** As written in the file. */
  specifier: string;
  /** Path from the root, or name of a package. */
  target: string;
  /** Type import, which loads nothing. */
  typeOnly: boolean;
}

export const root = join(import.meta.dirname, '..', '..');

/** The imports of every file in `src` except tests. */
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

/** Import statements, also after another statement on the same line, and calls with a package or a path. */
const inScripts =
  /(?:^|[\n;])\s*(?:import|export)\b([^;'"]*?)from\s*['"]([^'"]+)['"]|\b(?:import|require(?:\.resolve)?)\(\s*['"`]([^'"`]+)['"`]|(?:^|[\n;])\s*import\s*['"]([^'"]+)['"]/g;

/** Any string that is a path of our files, however it is loaded: worker, glob, `createRequire`, computed parts. */
const pathsInScripts =
  /(['"`])((?:#(?:protocol|shared|server|web|test)\/|\.\.?\/)[^'"`\s]*\.(?:[cm]?[jt]sx?|css)(?:\?\w+)?)\1/g;

/** `@import` in its four forms; `composes` and `@value` from another sheet. */
const inSheets =
  /@import\s+(?:url\(\s*)?['"]?([^'")\s;]+)|(?:\bcomposes\s*:|@value\b)[^;{}]*?\bfrom\s+['"]([^'"]+)['"]/gi;
/** Any other path: a picture, or a sheet that is declared under a name. */
const pathsInSheets = /(?:url\(\s*['"]?|['"])((?:#\w|\.\.?\/)[^'")\s]*)/gi;

/** The imports in the text of a script or style sheet. */
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

/** Also searched without comments, because a comment within an import may contain a quote or semicolon. */
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

/** Style sheets may omit the `./` that scripts need. */
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

/** Cycles in the graph, each once, as `a → b → a`. */
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
