import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { powers, rolePowers, roles } from '#shared/contract/access/roles.ts';
import { audit } from '#shared/contract/platform/audit.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { namedEntities } from './audit.routes.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

test('an entry names its object, also when the row is gone, and links by what they belong to', async () => {
  const admin = await app.login('admin');
  const added = await admin.send(roles.add, { role_name: '观察员', role_name_en: 'Observer' });
  const role_id = Number(added.role_id);
  const { data_info } = await admin.send(powers.list, { page_size: 1 });
  const power_ids = data_info.map(({ power_id }) => power_id);
  await admin.send(rolePowers.add, { role_id, version: 1, power_ids });
  await admin.send(roles.edit, { role_id, version: 2, role_name: '旁观者' });
  await admin.send(roles.remove, { role_id });

  const log = await admin.send(audit.list, { page_size: 5 });
  const said = log.data_info.map((one) =>
    [one.entity, one.action, one.entity_name, one.entity_name_en].join(' '),
  );
  expect(said.sort()).toEqual([
    'role delete 旁观者 Observer',
    'role insert 观察员 Observer',
    'role update 旁观者 Observer',
    'role_power delete 旁观者 Observer',
    'role_power insert 旁观者 Observer',
  ]);
});

test('whatever is kept has a name, except settings of which there is one row', async () => {
  const kept = await app.db.rows<{ entity: string }>(sql`
    select distinct event_object_table as entity from information_schema.triggers
     where action_statement ~ 'audit_(row|links|list)' order by 1`);
  const nameless = kept.filter(({ entity }) => !namedEntities.includes(entity));
  expect(nameless.map(({ entity }) => entity)).toEqual([
    'alarm_setting',
    'login_limit',
    'order_calendar',
    'platform_setting',
    'water_class',
  ]);
});
