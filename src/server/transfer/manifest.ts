import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { codeOf, StartError } from '#server/instance/start-error.ts';

/** Increased when older versions can no longer read the format. */
export const FORMAT = 1;

const name = z.string().regex(/^[a-z_][a-z0-9_]*$/);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** Only paths below the data folder. */
export const filePath = z.string().regex(/^(files\/[0-9a-f]{64}|reports\/\w[\w.-]*)$/);

const part = z.object({
  name,
  partition: z.object({ of: name, from: z.string(), to: z.string() }).nullable(),
  columns: z.array(name),
  rows: z.int(),
  /** Digest of the rows, independent of their order. */
  digest: z.string(),
  size: z.int(),
  sha256,
});
const sequence = z.object({ name, last_value: z.string().nullable() });
const migration = z.object({ name: z.string(), sha256 });
const file = z.object({ path: filePath, size: z.int(), sha256 });
const missingFile = z.object({ path: z.string(), reason: z.string() });

/** Content of an export. It is written last: a folder without it is not a complete export. */
export const manifestOf = z.object({
  format: z.literal(FORMAT),
  product: z.literal('lanjing'),
  version: z.string(),
  taken_at: z.string(),
  /** In the order in which they were applied. */
  migrations: z.array(migration),
  parts: z.array(part),
  sequences: z.array(sequence),
  files: z.array(file),
  /** Files that the tables refer to but that were missing. */
  missing: z.array(missingFile),
  secrets: z.object({ size: z.int(), sha256 }),
});

export type Manifest = z.infer<typeof manifestOf>;
export type Part = z.infer<typeof part>;
export type Sequence = z.infer<typeof sequence>;
export type Migration = z.infer<typeof migration>;
export type ExportedFile = z.infer<typeof file>;
export type MissingFile = z.infer<typeof missingFile>;

export const MANIFEST = 'manifest.json';
export const SECRETS = 'secrets.json';
export const TABLES = 'tables';

export const partPath = (part: string) => join(TABLES, `${part}.copy.gz`);

/** The manifest, and an ID of the export. */
export async function readManifest(folder: string): Promise<{ manifest: Manifest; export_id: string }> {
  const path = join(folder, MANIFEST);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
    throw new StartError(`There is no finished export in ${folder}: it has no ${MANIFEST}.`);
  });
  const content = parsed(text);
  const format = z.object({ format: z.int() }).safeParse(content).data?.format ?? 0;
  if (format > FORMAT) {
    throw new StartError(`The export in ${folder} was made by a newer Lanjing; import it with that one.`);
  }
  const { data } = manifestOf.safeParse(content);
  if (!data) throw new StartError(`The file ${path} is damaged; use another copy of this export.`);
  return { manifest: data, export_id: hash('sha256', text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
