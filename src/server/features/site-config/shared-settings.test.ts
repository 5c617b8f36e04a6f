import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { commandActions } from '#shared/contract/control/commands.ts';
import { agreementCommands } from '#shared/contract/site-config/agreement-commands.ts';
import { agreements } from '#shared/contract/site-config/agreements.ts';
import { components } from '#shared/contract/site-config/factors.ts';
import { products } from '#shared/contract/site-config/products.ts';
import { waterClasses } from '#shared/contract/site-config/water-class.ts';
import { controlPowers } from '#shared/domain/command-kinds.ts';
import { powerSeeds } from '#shared/powers.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
/** Has every power and sees one of the two sites. */
let viewer: Client;
const site = { seen: 0, unseen: 0 };
const everyPower = powerSeeds.map(({ power_code }) => power_code);

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  const person = await makeUser(app.db, await makeRole(app.db, everyPower));
  for (const name of ['seen', 'unseen'] as const) {
    const row = await app.db.one<{ site_id: number }>(sql`
      insert into site (mn, site_name) values (${name}, ${name}) returning site_id`);
    site[name] = row?.site_id ?? 0;
  }
  await app.db.run(sql`insert into user_site (user_id, site_id) values (${person.user_id}, ${site.seen})`);
  viewer = await app.login(person.account);
});

const UNSEEN = { envelope: { code: 13, detail: 'shared_with_unseen' } };

describe('what sites share is changed by whoever sees all of those that have it', () => {
  const use = (column: 'agreement_id' | 'product_id', id: number, name: keyof typeof site) =>
    app.db.run(
      column === 'agreement_id'
        ? sql`update site set agreement_id = ${id} where site_id = ${site[name]}`
        : sql`update site set product_id = ${id} where site_id = ${site[name]}`,
    );

  test('a protocol and its commands', async () => {
    const { agreement_id = 0 } = await viewer.send(agreements.add, { agreement_name: 'shared' });
    const reboot = { kind: 'reboot', wires: [{ cn: '3900' }] } as const;
    await use('agreement_id', agreement_id, 'seen');
    await viewer.send(agreements.edit, { agreement_id, version: 1, remark: 'mine' });
    const { agreement_command_id = 0 } = await viewer.send(agreementCommands.add, {
      agreement_id,
      ...reboot,
    });
    await use('agreement_id', agreement_id, 'unseen');
    await expect(
      viewer.send(agreements.edit, { agreement_id, version: 2, check_password: false }),
    ).rejects.toMatchObject(UNSEEN);
    await expect(
      viewer.send(agreementCommands.add, { agreement_id, kind: 'set_idle', wires: [{ cn: '3901' }] }),
    ).rejects.toMatchObject(UNSEEN);
    await expect(
      viewer.send(agreementCommands.edit, { agreement_command_id, version: 1, wires: [{ cn: '3902' }] }),
    ).rejects.toMatchObject(UNSEEN);
    await expect(viewer.send(agreementCommands.remove, { agreement_command_id })).rejects.toMatchObject(
      UNSEEN,
    );
    // Nor by moving a command there from one's own protocol.
    const { agreement_id: own = 0 } = await viewer.send(agreements.add, { agreement_name: 'own' });
    const made = await viewer.send(agreementCommands.add, {
      agreement_id: own,
      kind: 'set_idle',
      wires: [{ cn: '3901' }],
    });
    await expect(
      viewer.send(agreementCommands.edit, {
        ...{ agreement_command_id: made.agreement_command_id ?? 0, version: 1, agreement_id },
      }),
    ).rejects.toMatchObject(UNSEEN);
    await admin.send(agreements.edit, { agreement_id, version: 2, remark: 'all' });
  });

  test('a factor', async () => {
    const { component_id = 0 } = await viewer.send(components.add, {
      ...{ component_name: '共用', component_key: 'shared_one', unit: 'x', category: 'air' },
    } as never);
    const measure = (name: keyof typeof site) =>
      app.db.run(
        sql`insert into device_factor (site_id, component_id) values (${site[name]}, ${component_id})`,
      );
    await measure('seen');
    await viewer.send(components.edit, { component_id, version: 1, range_max: 10 });
    await measure('unseen');
    await expect(
      viewer.send(components.edit, { component_id, version: 2, range_max: 1 }),
    ).rejects.toMatchObject(UNSEEN);
  });

  test('a product line, which says what counts as valid', async () => {
    const { product_id = 0 } = await viewer.send(products.add, { product_name: '共用线' });
    await use('product_id', product_id, 'seen');
    await viewer.send(products.edit, { product_id, version: 1, remark: 'mine' });
    await use('product_id', product_id, 'unseen');
    await expect(
      viewer.send(products.edit, { product_id, version: 2, counting_flags: [] }),
    ).rejects.toMatchObject(UNSEEN);
  });

  test('which items make a water class, and which commands take two people', async () => {
    const rules = await viewer.send(waterClasses.data, {});
    const { version, river_items, river_apart, lake_items, lake_apart } = rules;
    await expect(
      viewer.send(waterClasses.set, { version, river_items, river_apart, lake_items, lake_apart }),
    ).rejects.toMatchObject(UNSEEN);
    await expect(viewer.send(commandActions.setPolicy, { needs_approval: [] })).rejects.toMatchObject(UNSEEN);
  });
});

describe('what a protocol says of a command goes to devices whatever kind it is called', () => {
  test.each(controlPowers)(
    'so that it is written by those who may send all of them: not without %s',
    async (lacking) => {
      const role_id = await makeRole(
        app.db,
        everyPower.filter((power) => power !== lacking),
        true,
      );
      const writer = await app.login((await makeUser(app.db, role_id)).account);
      const { agreement_id = 0 } = await writer.send(agreements.add, { agreement_name: `of ${lacking}` });
      // Sets a password while named a query.
      const disguised = {
        kind: 'time_read',
        wires: [{ cn: '1072', ask: 'NewPW=111111', reply: 'T={time}' }],
      } as const;
      await expect(writer.send(agreementCommands.add, { agreement_id, ...disguised })).rejects.toMatchObject({
        envelope: { code: 16, params: { power: lacking } },
      });
      const { agreement_command_id = 0 } = await admin.send(agreementCommands.add, {
        ...{ agreement_id, kind: 'reboot', wires: [{ cn: '3900' }] },
      });
      await expect(
        writer.send(agreementCommands.edit, { agreement_command_id, version: 1, wires: [{ cn: '3901' }] }),
      ).rejects.toMatchObject({ envelope: { code: 16 } });
      await expect(writer.send(agreementCommands.remove, { agreement_command_id })).rejects.toMatchObject({
        envelope: { code: 16 },
      });
    },
  );
});
