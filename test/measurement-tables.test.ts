import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';
import { TABLES } from '#server/series/postgres/remove-site.ts';

const root = join(import.meta.dirname, '..');
const folders = ['src', 'tools', 'scripts', 'bench', 'test'];

/**
 * Configuration of sites and factors, which everything may read, and the function that creates partitions of any table.
 */
const FOR_ALL = new Set(['site', 'product_line', 'component', 'device_factor', 'make_partition']);

/** Every table and function created by migrations. */
function made(migrations: string): string[] {
  const found = migrations.matchAll(
    /\bcreate (?:or replace )?(?:unlogged )?(?:table|function|procedure)\s+(?:if not exists )?(\w+)|\bcall make_\w+_table\('(\w+)'/g,
  );
  return [...new Set([...found].map(([, table, called]) => table ?? called ?? ''))];
}

/** Tables and functions that the engine uses, and those whose names it composes from a level. */
function ownedBy(engine: string, names: readonly string[]): string[] {
  const isAsked = (name: string) =>
    new RegExp(`\\b(?:from|join|into|update|only|table)\\s+${name}\\b|\\b${name}\\(`).test(engine);
  return names.filter((name) => /^(reading|rollup)_/.test(name) || (!FOR_ALL.has(name) && isAsked(name)));
}

const migrations = readdirSync(join(root, 'migrations')).map((name) =>
  readFileSync(join(root, 'migrations', name), 'utf8'),
);
const engine = files(join(root, 'src/server/series'))
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => readFileSync(path, 'utf8'));

/**
 * Measurements are only read through `series/store.ts`, so that its engine can be replaced. The names of its tables,
 * complete or composed, may therefore occur only in its folder and in migrations. `held_packet` is not among them: a
 * packet that waits for a decision is not a measurement yet (decision 38).
 */
const names = ownedBy(engine.join('\n'), made(migrations.join('\n')));
const asked = new RegExp(
  `\\b(?:${names.join('|')})(?:_\\d\\w*|_bench)?\\b|\\b(?:reading|rollup)_(?:\\$\\{|['"\`])|identifier\\(\`\\$\\{[^}]*\\}_(?:realtime|minute|hour|day|month)\\b`,
  'i',
);

/** The engine, its tests and this test. */
const ENGINE = /^src\/server\/series\/|^test\/measurement-tables\.test\.ts$/;

/** They fill the tables with years of data in seconds, or compare an answer with the cost of reading the bare rows. */
const MEASURES =
  /^bench\/(export|ingest|ingest-load|network|query-analysis|query-data|query-others|query-questions)\.ts$/;

/** Tests that lock, break or copy the engine's tables on purpose. */
const handleTables = new Set([
  // A lock stops the batch in progress.
  'src/server/gateway/gateway.test.ts',
  'src/server/ingest/dead-connection.test.ts',
  // A trigger simulates a full disk, or a value that the database refuses.
  'src/server/ingest/refused-writes.test.ts',
  'src/server/push/http.test.ts',
  // A partition that is being read, and one that is too large to count.
  'src/server/jobs/retention.test.ts',
  // Years of data in one statement, and what a migration marks.
  'src/server/features/reports/long-reports.test.ts',
  'src/server/features/reports/water-reports.test.ts',
  // An export copies tables.
  'src/server/transfer/export.test.ts',
  'src/server/transfer/import.test.ts',
  'src/server/transfer/online.test.ts',
  'src/server/transfer/round-trip.test.ts',
]);

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : files(path);
    return /\.(tsx?|mjs)$/.test(entry.name) ? [path] : [];
  });
}

const everyFile = folders
  .flatMap((folder) => files(join(root, folder)))
  .map((path) => ({
    path: relative(root, path).split(sep).join('/'),
    text: readFileSync(path, 'utf8'),
  }));

function naming(path: string, text: string): string[] {
  if (ENGINE.test(path) || MEASURES.test(path) || handleTables.has(path)) return [];
  return text.split('\n').flatMap((line, i) => (asked.test(line) ? [`${path}:${i + 1} ${line.trim()}`] : []));
}

test('what the engine keeps its measurements in is known from the migrations', () => {
  expect(names).toEqual(expect.arrayContaining([...TABLES, 'factor_set', 'reading_news', 'trace_taken']));
  expect(names).toEqual(expect.arrayContaining(['factor_set_of', 'merge_reading']));
  const planted = 'create table site (); create unlogged table reading_echo (); create table alarm ();';
  const asks = 'select from reading_echo join site using (site_id)';
  expect(ownedBy(asks, made(planted))).toEqual(['reading_echo']);
});

test('nobody but the engine names the tables that measurements are kept in', () => {
  expect(everyFile.flatMap(({ path, text }) => naming(path, text))).toEqual([]);
});

/** Besides `services.ts`, which selects the engine: a command for a stopped instance, tests, and benches. */
const openEngine = new Set([
  'src/server/services.ts',
  'tools/demo-remove.ts',
  'test/helpers/stored.ts',
  'bench/gaps.ts',
  'bench/ingest-load.ts',
  'bench/network.ts',
  'bench/query-data.ts',
  'bench/query-others.ts',
  'src/server/demo/remove.test.ts',
  'src/server/features/reports/long-reports.test.ts',
  'src/server/ingest/beside.test.ts',
  'src/server/ingest/rollup.test.ts',
  'src/server/jobs/retention.test.ts',
  'src/server/jobs/upkeep-clock.test.ts',
  'test/helpers/engines.ts',
]);

function opening(path: string, text: string): boolean {
  return /from ['"][^'"]*series\/postgres\//.test(text) && !ENGINE.test(path) && !openEngine.has(path);
}

test('few open the engine, and all of them are known', () => {
  const found = everyFile.filter(({ path, text }) => opening(path, text)).map(({ path }) => path);
  expect(found).toEqual([]);
  const planted = "import { within } from '#server/series/postgres/cut.ts';";
  expect(opening('src/server/push/http.test.ts', planted)).toBe(true);
});

test.each([
  'select avg from reading_minute where site_id = 1',
  'drop table raw_packet_2026_11_14',
  'sql`select factor_set_of(array[1])`',
  'select exists (select from reading_news)',
  'delete from trace_taken',
  `identifier(\`rollup_\${level}\`)`,
  `identifier(\`\${kind}_hour\`)`,
  "identifier('reading_' + type)",
  "identifier('rollup_'.concat(level))",
  'SELECT avg FROM READING_MINUTE',
  'select from public.reading_hour join "rollup_day" using (site_id)',
])('%s would be found', (line) => {
  expect(naming('src/server/scope.ts', `const planted = 1;\n${line}`)).toHaveLength(1);
  expect(naming('src/server/series/postgres/any.ts', line)).toEqual([]);
});

test('settings and figures that are called alike are none', () => {
  expect(naming('src/server/scope.ts', 'settings.raw_packet_days + vitals.dirty_buckets')).toEqual([]);
});
