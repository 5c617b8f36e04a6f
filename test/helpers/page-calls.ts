import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { AnyCall } from '#shared/contract/define.ts';

const root = join(import.meta.dirname, '../../src');
const routes = join(root, 'web/routes.tsx');

export interface ReadCall {
  call: AnyCall;
  /** Its location, for the message of a failed test. */
  at: string;
}

interface Asked {
  module: string;
  name: string;
  part: string | undefined;
}

interface Scanned {
  files: string[];
  asked: Asked[];
}

function fileOf(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('#web/')) return join(root, 'web', specifier.slice(5));
  if (specifier.startsWith('#shared/')) return join(root, 'shared', specifier.slice(8));
  return specifier.startsWith('.') ? resolve(dirname(from), specifier) : undefined;
}

const IMPORT = /import\s+(type\s+)?(?:\{([^}]*)\}|[\w*\s]+)\s+from\s+'([^']+)'/g;
/** How pages read data: hooks, and lists and forms that get a call or resource. */
const READS = [
  /(?:useCall|useCallsInTurn|useList|rowsOf|useLatest|useMeasuredQuery|send)\(\s*(\w+)(?:\.(\w+))?/g,
  /\b(?:resource|list|listing|calls)[=:]\s*\{?\s*(?:useList\()?(\w+)(?:\.(\w+))?/g,
];

const scanned = new Map<string, Scanned>();

function scan(file: string): Scanned {
  const known = scanned.get(file);
  if (known) return known;
  const text = readFileSync(file, 'utf8');
  const contracts = new Map<string, { module: string; name: string }>();
  const files: string[] = [];
  for (const [, type, names = '', specifier = ''] of text.matchAll(IMPORT)) {
    const path = fileOf(file, specifier);
    if (!path || type) continue;
    if (path.startsWith(join(root, 'shared/contract'))) {
      for (const part of names.split(',').map((one) => one.trim())) {
        if (part === '' || part.startsWith('type ')) continue;
        const [name = part, alias = name] = part.split(/\s+as\s+/);
        contracts.set(alias, { module: path, name });
      }
    } else if (path.startsWith(join(root, 'web')) && /\.tsx?$/.test(path)) files.push(path);
  }
  const asked = READS.flatMap((pattern) => [...text.matchAll(pattern)]).flatMap(([, alias = '', part]) => {
    const found = contracts.get(alias);
    return found ? [{ ...found, part }] : [];
  });
  const result = { files, asked };
  scanned.set(file, result);
  return result;
}

type Part = Partial<AnyCall> & Record<string, unknown>;

/** A call by name, or the read call of a list or settings form. */
async function callsOf({ module, name, part }: Asked): Promise<AnyCall[]> {
  const exported = ((await import(module)) as Record<string, Part>)[name];
  if (!exported) return [];
  const candidates = part ? [exported[part]] : [exported, exported.list, exported.data];
  const found = candidates.find(
    (one) => typeof (one as Part | undefined)?.needs === 'string' && (one as Part).path,
  );
  const call = found as AnyCall | undefined;
  return call && !call.writes ? [call] : [];
}

/** Every read call in the source of a page and its imports, by the page's path. */
export async function pageCalls(): Promise<Map<string, ReadCall[]>> {
  const text = readFileSync(routes, 'utf8');
  const pages = new Map<string, ReadCall[]>();
  const chunks = text.matchAll(/'(\/[\w/:]+)': pageChunk\(\s*async \(\) => \(await import\('([^']+)'\)/g);
  for (const [, path = '', specifier = ''] of chunks) {
    const first = fileOf(routes, specifier);
    const stack = first ? [first] : [];
    const seen = new Set<string>();
    const calls: ReadCall[] = [];
    for (let file = stack.pop(); file; file = stack.pop()) {
      if (seen.has(file) || !existsSync(file)) continue;
      seen.add(file);
      const { files, asked } = scan(file);
      stack.push(...files);
      for (const one of asked)
        for (const call of await callsOf(one))
          calls.push({ call, at: `${file.slice(root.length + 1)} ${one.name}` });
    }
    pages.set(path, calls);
  }
  return pages;
}
