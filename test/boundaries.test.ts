import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { everyImport, type Import, importsIn, rings, root } from './helpers/imports.ts';

const packages = /^(?!src\/)/;

/** The architecture's table: a file in `tree` may import what matches `may`. The first matching rule applies. */
const rules: { tree: RegExp; may: RegExp[] }[] = [
  { tree: /^src\/protocol\//, may: [/^src\/protocol\//] },
  { tree: /^src\/shared\//, may: [/^src\/shared\//, /^zod$/] },
  {
    tree: /^src\/server\/(app|routes|services|main)\.ts$/,
    may: [/^src\/(server|shared|protocol)\//, packages],
  },
  {
    tree: /^src\/server\/features\/([\w-]+)\//,
    may: [
      /^src\/server\/features\/$1\//,
      /^src\/server\/(?!features\/)/,
      /^src\/(shared|protocol)\//,
      packages,
    ],
  },
  { tree: /^src\/server\//, may: [/^src\/server\/(?!features\/)/, /^src\/(shared|protocol)\//, packages] },
  { tree: /^src\/web\/routes\.tsx$/, may: [/^src\/(web|shared)\//, packages] },
  {
    tree: /^src\/web\/features\/([\w-]+)\//,
    may: [/^src\/web\/features\/$1\//, /^src\/web\/(?!features\/)/, /^src\/shared\//, packages],
  },
  // UI components receive their data from outside.
  {
    tree: /^src\/web\/ui\//,
    may: [/^src\/web\/(ui|api)\//, /^src\/web\/i18n\.ts$/, /^src\/shared\//, packages],
  },
  { tree: /^src\/web\//, may: [/^src\/web\/(?!features\/)/, /^src\/shared\//, packages] },
];

/** A feature may import another feature's `service.ts` if the pair is listed here: importer → imported. */
const allowed: [importer: RegExp, imported: RegExp][] = [
  // Creating a site also creates its factors.
  [/^src\/server\/features\/sites\//, /^src\/server\/features\/site-config\/service\.ts$/],
  // An unregistered device becomes a site with the factors that it reported.
  [/^src\/server\/features\/packets\//, /^src\/server\/features\/(sites|site-config)\/service\.ts$/],
];

/** The storage engine is replaceable, so only the file that starts the server may import it. */
const ENGINE = /^src\/server\/series\/postgres\//;
const CHOOSES_ENGINE = 'src/server/services.ts';

/** The product runs without the demo. One file starts it; the other stores its articles like the feature does. */
const DEMO = /^src\/server\/demo\//;
const playDemo = new Set(['src/server/services.ts', 'src/server/features/learning/demo-articles.ts']);

/**
 * Imported by everything that it declares the types of. Type imports only, so it causes no import cycle at run time.
 */
const HUB = 'src/server/app.ts';
/** They assemble the product, so they may import everything, and nothing may import them. */
const wiring = new Set([
  HUB,
  'src/server/routes.ts',
  CHOOSES_ENGINE,
  'src/server/main.ts',
  'src/web/routes.tsx',
  'src/web/main.tsx',
]);

function outOfBounds(imports: readonly Import[]): string[] {
  return imports
    .filter(({ file, target }) => {
      const rule = rules.find(({ tree }) => tree.test(file));
      const own = rule?.tree.exec(file)?.[1] ?? '';
      const may = rule?.may.map((pattern) => new RegExp(pattern.source.replace('$1', own))) ?? [];
      if (may.some((pattern) => pattern.test(target))) return false;
      return !allowed.some(([from, to]) => from.test(file) && to.test(target));
    })
    .map(({ file, target }) => `${file} → ${target}`);
}

function knowsEngine(imports: readonly Import[]): string[] {
  return imports
    .filter(({ file, target }) => ENGINE.test(target) && !ENGINE.test(file) && file !== CHOOSES_ENGINE)
    .map(({ file, target }) => `${file} → ${target}`);
}

function knowsDemo(imports: readonly Import[]): string[] {
  return imports
    .filter(({ file, target }) => DEMO.test(target) && !DEMO.test(file) && !playDemo.has(file))
    .map(({ file, target }) => `${file} → ${target}`);
}

/** A worker runs as its own program: the file that starts it does not import it. */
const WORKER = /-worker\.js$/;

function fileRings(imports: readonly Import[]): string[] {
  const loaded = imports.filter(({ target }) => target !== HUB && !WORKER.test(target));
  return rings(loaded.map(({ file, target }) => [file, target]));
}

/** The folder of a file in server or web: for a feature its own folder; a file in the root counts as a folder. */
function placeOf(path: string): string | undefined {
  return /^src\/(?:server|web)\/(?:features\/[^/]+|[^/]+)/.exec(path)?.[0];
}

function folderRings(imports: readonly Import[]): string[] {
  const steps = imports
    .filter(({ file, target }) => !wiring.has(file) && target !== HUB)
    .map(({ file, target }) => [placeOf(file), placeOf(target)] as const)
    .filter((step): step is [string, string] => !!step[0] && !!step[1] && step[0] !== step[1]);
  return rings(steps);
}

/** Imports of the hub that exist at run time. */
function loadedByHub(imports: readonly Import[]): string[] {
  return imports.filter(({ file, typeOnly }) => file === HUB && !typeOnly).map(({ target }) => target);
}

/** Everything may import the hub. */
function knowsWiring(imports: readonly Import[]): string[] {
  return imports
    .filter(({ file, target }) => target !== HUB && wiring.has(target) && !wiring.has(file))
    .map(({ file, target }) => `${file} → ${target}`);
}

function climbs(imports: readonly Import[]): string[] {
  return imports
    .filter(({ specifier }) => specifier.startsWith('../../'))
    .map(({ file, specifier }) => `${file} → ${specifier}`);
}

const imports = everyImport();

/** The real imports and one forbidden import. */
function planted(file: string, target: string, how: Partial<Import> = {}): Import[] {
  return [...imports, { file, target, specifier: target, typeOnly: true, ...how }];
}

describe('an import is seen', () => {
  const seen = (file: string, text: string) => importsIn(join(root, file), text).map(({ target }) => target);

  test.each([
    ['@import "../shell/shell.module.css";', 'src/web/shell/shell.module.css'],
    ["@import url('../shell/shell.module.css') screen;", 'src/web/shell/shell.module.css'],
    ['@import url(../shell/shell.module.css);', 'src/web/shell/shell.module.css'],
    ['@import "page.module.css";', 'src/web/ui/page.module.css'],
    ['.a {\n  composes: b c\n    from "../widgets/aqi.module.css";\n}', 'src/web/widgets/aqi.module.css'],
    ['@value line, ink from "#web/theme/tokens.css";', 'src/web/theme/tokens.css'],
    ['@value sheet: "../shell/shell.module.css";', 'src/web/shell/shell.module.css'],
    ['@IMPORT URL("../shell/shell.module.css");', 'src/web/shell/shell.module.css'],
    ['.a { background: url(../shell/a.svg); }', 'src/web/shell/a.svg'],
  ])('in a style sheet: %s', (text, target) => {
    expect(seen('src/web/ui/any.module.css', `/* @import "no.css"; */\n${text}`)).toEqual([target]);
  });

  test.each([
    ["import { a } from '../http/list.ts';", 'src/server/http/list.ts'],
    ["import '../http/list.ts';", 'src/server/http/list.ts'],
    ["const a = await import('../http/list.ts');", 'src/server/http/list.ts'],
    ["export { a } from '#server/http/list.ts?raw';", 'src/server/http/list.ts'],
    ["export * from '../http/list.ts';", 'src/server/http/list.ts'],
    ["  import '../http/list.ts';", 'src/server/http/list.ts'],
    ["import {\n  a, // the account's; and more\n} from '../http/list.ts';", 'src/server/http/list.ts'],
    ['const a = await import(`../http/list.ts`);', 'src/server/http/list.ts'],
    ["const a = await import(/* lazy */ '../http/list.ts');", 'src/server/http/list.ts'],
    ["type A = import('../http/list.ts').A;", 'src/server/http/list.ts'],
    ["const a = require('../http/list.ts');", 'src/server/http/list.ts'],
    ["const load = createRequire(import.meta.url), a = load('../http/list.ts');", 'src/server/http/list.ts'],
    ["new Worker(new URL('../http/list.ts', import.meta.url));", 'src/server/http/list.ts'],
    ["const all = import.meta.glob('../http/*.ts');", 'src/server/http/*.ts'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a path with a computed part
    ['const a = await import(`#server/features/${name}/list.ts`);', 'src/server/features/${name}/list.ts'],
  ])('in a script: %s', (text, target) => {
    expect(seen('src/server/tables/any.js', text)).toEqual([target]);
    expect(seen('src/server/tables/any.ts', text)).toEqual([target]);
  });

  test('behind another one on the same line, and of a package that is asked for', () => {
    const text =
      "import { a } from './a.ts'; import { b } from '../http/list.ts';\nconst pg = require('pg');";
    expect(seen('src/server/tables/any.ts', text)).toEqual([
      'src/server/tables/a.ts',
      'src/server/http/list.ts',
      'pg',
    ]);
  });

  test('in sheets and plain scripts of the house as in all others', () => {
    expect(imports).toContainEqual(
      expect.objectContaining({
        file: 'src/web/widgets/grade-mark.module.css',
        target: 'src/web/widgets/aqi.module.css',
      }),
    );
    expect(imports.some(({ file }) => file === 'src/server/tables/xlsx-worker.js')).toBe(true);
  });
});

describe('what may import what', () => {
  test('every import stays within its tree', () => {
    expect(outOfBounds(imports)).toEqual([]);
  });

  test.each([
    ['src/protocol/crc.ts', 'src/shared/faults.ts'],
    ['src/shared/faults.ts', 'src/server/scope.ts'],
    ['src/shared/faults.ts', 'pg'],
    ['src/protocol/crc.ts', 'zod'],
    ['src/server/app.ts', 'src/web/i18n.ts'],
    ['src/server/routes.ts', 'src/web/menu.ts'],
    ['src/server/services.ts', 'src/web/routes.tsx'],
    ['src/server/main.ts', 'src/web/main.tsx'],
    ['src/web/routes.tsx', 'src/server/routes.ts'],
    ['src/web/main.tsx', 'src/server/app.ts'],
    ['src/web/main.tsx', 'src/web/features/home/any.tsx'],
    ['src/web/api/client.ts', 'src/server/app.ts'],
    ['src/server/scope.ts', 'src/server/features/access/sessions.ts'],
    ['src/server/features/air/air.routes.ts', 'src/server/features/access/sessions.ts'],
    ['src/server/scope.ts', 'src/web/i18n.ts'],
    ['src/web/features/air/any.tsx', 'src/web/features/home/any.tsx'],
    ['src/web/ui/Page.tsx', 'src/web/shell/any.tsx'],
    ['src/web/ui/Page.tsx', 'src/web/widgets/Aqi.tsx'],
    ['src/web/ui/Page.tsx', 'src/web/pages/any.tsx'],
    ['src/web/ui/Page.tsx', 'src/web/features/home/any.tsx'],
    ['src/web/ui/page.module.css', 'src/web/shell/shell.module.css'],
  ])('%s → %s would be found', (file, target) => {
    expect(outOfBounds(planted(file, target))).toEqual([`${file} → ${target}`]);
  });

  test('only who starts the server knows the engine that keeps the measurements', () => {
    expect(knowsEngine(imports)).toEqual([]);
    const [file, target] = ['src/server/standards/exempt.ts', 'src/server/series/postgres/cut.ts'];
    expect(knowsEngine(planted(file, target))).toEqual([`${file} → ${target}`]);
  });

  test.each(['src/server/app.ts', 'src/server/main.ts', 'src/server/routes.ts'])(
    'not even %s, which knows the rest',
    (file) => {
      const target = 'src/server/series/postgres/store.ts';
      expect(knowsEngine(planted(file, target))).toEqual([`${file} → ${target}`]);
    },
  );

  test('what is made for show is known to those who start it alone', () => {
    expect(knowsDemo(imports)).toEqual([]);
  });

  test.each([
    'src/server/virtual/make.ts',
    'src/server/model/air.ts',
    'src/server/features/home/home.routes.ts',
  ])('not to %s', (file) => {
    const target = 'src/server/demo/sites.ts';
    expect(knowsDemo(planted(file, target))).toEqual([`${file} → ${target}`]);
  });

  test('nobody climbs out of their folder with ../../', () => {
    expect(climbs(imports)).toEqual([]);
    const [file, specifier] = ['src/server/http/list.ts', '../../shared/faults.ts'];
    expect(climbs(planted(file, 'src/shared/faults.ts', { specifier }))).toEqual([`${file} → ${specifier}`]);
  });
});

describe('there is no ring', () => {
  test('of files', () => {
    expect(fileRings(imports)).toEqual([]);
    expect(fileRings(planted('src/server/db/sql.ts', 'src/server/db/pool.ts'))).not.toEqual([]);
  });

  test('of folders in server and web, each feature being one', () => {
    expect(folderRings(imports)).toEqual([]);
  });

  test.each([
    ['src/server/settings/settings.ts', 'src/server/http/list.ts'],
    ['src/server/files/store.ts', 'src/server/http/list.ts'],
    ['src/server/http/route.ts', 'src/server/tables/sheet.ts'],
    ['src/server/model/air.ts', 'src/server/demo/sites.ts'],
    ['src/server/scope.ts', 'src/server/authority/grants.ts'],
    ['src/web/api/client.ts', 'src/web/ui/Page.tsx'],
  ])('%s → %s would close one', (file, target) => {
    expect(folderRings(planted(file, target))).not.toEqual([]);
  });

  test('because the hub holds types alone', async () => {
    expect(imports.filter(({ file }) => file === HUB).length).toBeGreaterThan(5);
    expect(loadedByHub(imports)).toEqual([]);
    expect(Object.keys(await import('#server/app.ts'))).toEqual([]);
    const target = 'src/server/db/pool.ts';
    expect(loadedByHub(planted(HUB, target, { typeOnly: false }))).toEqual([target]);
  });

  test('because nobody but each other knows those who put the house together', () => {
    expect(knowsWiring(imports)).toEqual([]);
    expect(knowsWiring(planted('src/server/http/list.ts', HUB))).toEqual([]);
  });

  test.each([...wiring].filter((file) => file !== HUB))('one who knows %s would be found', (target) => {
    for (const file of [
      'src/server/http/list.ts',
      'src/web/ui/Page.tsx',
      'src/server/features/air/air.routes.ts',
    ])
      expect(knowsWiring(planted(file, target))).toEqual([`${file} → ${target}`]);
  });
});
