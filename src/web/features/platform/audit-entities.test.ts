import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { audit } from '#shared/i18n/zh/platform/audit.ts';
import { auditEntities } from './audit-entities.ts';

const folder = 'migrations';
// By the procedures that set a table up, or by a trigger of its own.
const kept = /call keep_(?:table|links|list)\('(\w+)'|create trigger audit[^;]* on (\w+) for each/g;
const migrations = readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, 'utf8'));
const renamed = new Map(
  migrations
    .flatMap((text) => [...text.matchAll(/alter table (\w+) rename to (\w+)/g)])
    .map(([, from, to]) => [from, to]),
);
const audited = migrations
  .flatMap((text) => [...text.matchAll(kept)])
  .map(([, byProcedure, byTrigger]) => byProcedure ?? byTrigger)
  .map((table) => renamed.get(table) ?? table);

test('every table whose writes are kept can be filtered for and has a name', () => {
  expect(audited).toEqual(expect.arrayContaining(['role_power', 'file']));
  for (const table of audited) {
    expect(auditEntities).toContain(table);
    expect(audit).toHaveProperty(`entity_${table}`);
  }
});
