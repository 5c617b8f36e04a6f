import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commandKindNames } from '#shared/domain/command-kinds.ts';
import { app as en } from '#shared/i18n/en/app.ts';
import { app as zh } from '#shared/i18n/zh/app.ts';
import { auditEntities, codeWord, entityWord } from './audited.ts';

const folder = 'migrations';
// Audited through a procedure that sets up a table, or through its own trigger.
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

test('every table whose writes are kept can be filtered for', () => {
  expect(audited).toEqual(expect.arrayContaining(['role_power', 'file']));
  expect(audited.filter((table) => !auditEntities.includes(table ?? ''))).toEqual([]);
});

test.each([
  ['Chinese', zh],
  ['English', en],
])('each of them has a word in %s, a resource its own', (_language, words) => {
  const word = (key: string) => {
    const [part = '', name = ''] = key.split('.');
    return (words as Record<string, Record<string, string>>)[part]?.[name];
  };
  expect(auditEntities.filter((entity) => !entityWord(word, entity))).toEqual([]);
  expect(entityWord(word, 'role')).toBe(words === zh ? '角色' : 'Role');
  expect(entityWord(word, 'role_power')).toBe(words === zh ? '角色权限' : 'Role permissions');
});

test('rows that are named by a code are named by its word', () => {
  const word = (key: string) => {
    const [part = '', name = ''] = key.split('.');
    return (en as unknown as Record<string, Record<string, string>>)[part]?.[name];
  };
  expect(codeWord(word, 'command', 'kb_set')).toBe('Set K/B');
  expect(commandKindNames.filter((kind) => !codeWord(word, 'command_policy', kind))).toEqual([]);
  expect(codeWord(word, 'alarm_kind', 'offline')).toBe('Offline');
  expect(codeWord(word, 'alarm_template', 'raised')).toBe('Alarm raised');
  expect(codeWord(word, 'practice', 'random')).toBe('Random');
  expect(codeWord(word, 'site', 'kb_set')).toBeUndefined();
});
