import { sql } from '#server/db/sql.ts';
import { exampleAgreement } from '#server/features/site-config/vendor-example.ts';
import { autoResupplyActions } from '#shared/contract/control/auto-resupply.ts';
import { commandActions } from '#shared/contract/control/commands.ts';
import { corrections } from '#shared/contract/control/corrections.ts';
import { controlLease } from '#shared/contract/control/lease.ts';
import type { Client, TestApp } from '#test/helpers/app.ts';
import { addCommands } from '#test/helpers/commands.ts';

let count = 0;
const span = { from: '2026-11-01T00:00:00Z', to: '2026-11-02T00:00:00Z' };

/** One example of each write about commands, for the test of the audit log. */
export function controlExamples(host: () => { app: TestApp; admin: Client }) {
  const site = async () => {
    const { app } = host();
    const mn = `control-${++count}`;
    const row = await app.db.one<{ site_id: number }>(sql`
      insert into site (mn, site_name, agreement_id) values (${mn}, ${mn}, 1) returning site_id`);
    return row?.site_id ?? 0;
  };
  const controlled = async () => {
    const site_id = await site();
    await host().admin.send(controlLease.open, { site_ids: [site_id] });
    return site_id;
  };
  const corrected = async () => {
    const site_id = await site();
    await host().admin.send(corrections.place, { site_id, place: 'platform', reason: '设备不能校正' });
    return site_id;
  };
  /** A site whose protocol describes interference. */
  const described = async () => {
    const site_id = await controlled();
    await host().app.db.run(sql`
      update site set agreement_id = (select agreement_id from agreement where agreement_name = ${exampleAgreement})
       where site_id = ${site_id}`);
    return site_id;
  };
  const supplied = async () => {
    const site_id = await site();
    await host().admin.send(autoResupplyActions.start, { site_ids: [site_id] });
    return site_id;
  };
  const command = async (state: string, settle = 'repeat') => {
    const { app } = host();
    const made = await addCommands(app, 'time_read', [{ site_id: await controlled(), params: {} }], {
      batch: { concurrency: 5 },
    });
    const command_id = made.commands[0]?.command_id ?? 0;
    await app.db.run(sql`
      update command set state = ${state}, plan = plan || jsonb_build_object('settle', ${settle}::text)
       where command_id = ${command_id}`);
    return { command_id, batch_id: made.batch_id };
  };
  const ofCommand = async (state: string) => ({ command_id: (await command(state)).command_id });
  const ofBatch = async (state = 'queued') => ({ batch_id: (await command(state)).batch_id });
  return {
    'commandActions.send': async () => ({
      kind: 'time_read',
      targets: [{ site_id: await controlled() }],
    }),
    'commandActions.cancel': () => ofCommand('queued'),
    'commandActions.approve': async () => ({ ...(await ofCommand('awaiting_approval')), approved: true }),
    'commandActions.verify': () => ofCommand('unknown'),
    'commandActions.setPolicy': async () => ({ needs_approval: ['reboot'] }),
    'batchActions.pause': async () => ({ ...(await ofBatch()), paused: true }),
    'batchActions.pace': async () => ({ ...(await ofBatch()), concurrency: 7 }),
    'batchActions.cancel': () => ofBatch(),
    'batchActions.retry': () => ofBatch('failed'),
    'kbActions.set': async () => ({
      items: [{ site_id: await controlled(), component_id: 1, k: 1.2, b: 0 }],
      reason: '比对',
    }),
    'kbActions.read': async () => ({ site_id: await controlled(), component_ids: [1] }),
    'kbActions.readBatch': async () => ({ site_ids: [await controlled()], component_ids: [1] }),
    'kbActions.rollBack': async () => {
      const { app } = host();
      const site_id = await controlled();
      const params = { factor: 1, k: 1.2, b: 0 };
      const { commands } = await addCommands(app, 'kb_set', [{ site_id, params }]);
      const command_id = commands[0]?.command_id ?? 0;
      await app.db.run(sql`
        update command set before_value = '{"values": {"k": 1, "b": 0}}' where command_id = ${command_id}`);
      return { command_id, reason: '恢复' };
    },
    'corrections.place': async () => ({ site_id: await site(), place: 'platform', reason: '设备不能校正' }),
    'corrections.set': async () => ({
      ...{ site_id: await corrected(), items: [{ component_id: 1, k: 2, b: 0 }], reason: '比对' },
    }),
    'corrections.approve': async () => {
      await host().admin.send(commandActions.setPolicy, { needs_approval: ['kb_set'] });
      const { change_id } = await host().admin.send(corrections.set, {
        ...{ site_id: await corrected(), items: [{ component_id: 1, k: 2, b: 0 }], reason: '比对' },
      });
      await host().admin.send(commandActions.setPolicy, { needs_approval: [] });
      await host().app.db.run(
        sql`update correction_change set created_by = null where change_id = ${change_id}`,
      );
      return { change_id, approved: true };
    },
    'corrections.undo': async () => {
      const { change_id } = await host().admin.send(corrections.set, {
        ...{ site_id: await corrected(), items: [{ component_id: 1, k: 2, b: 0 }], reason: '比对' },
      });
      return { change_id };
    },
    'interference.set': async () => ({
      items: [{ site_id: await described(), component_id: 1, list: [{ other: 2, c: 0.1 }] }],
      reason: '交叉试验',
    }),
    'interference.read': async () => {
      const site_id = await described();
      await host().app.db.run(sql`insert into device_factor (site_id, component_id) values (${site_id}, 1)`);
      return { site_ids: [site_id] };
    },
    'interference.rollBack': async () => {
      const { app } = host();
      const site_id = await described();
      const list = [{ other: 2, c: 0.1 }];
      const { commands } = await addCommands(app, 'kcc_set', [{ site_id, params: { factor: 1 }, list }]);
      const command_id = commands[0]?.command_id ?? 0;
      await app.db.run(sql`
        update command set before_value = '{"values": {"list": []}}' where command_id = ${command_id}`);
      return { command_id, reason: '恢复' };
    },
    'resupply.up': async () => ({ site_ids: [await controlled()], data_type: 'hour', ...span }),
    'resupply.extract': async () => ({ site_ids: [await controlled()], data_type: 'hour', ...span }),
    'autoResupplyActions.start': async () => ({ site_ids: [await site()] }),
    'autoResupplyActions.stop': async () => ({ site_ids: [await supplied()] }),
    'autoResupplyActions.set': async () => ({
      ...{ site_ids: [await supplied()], data_types: ['day'], window_days: 10, every_minutes: 30 },
    }),
    'autoResupplyActions.look': async () => ({ site_ids: [await supplied()] }),
    'autoResupplyActions.retry': async () => {
      const site_id = await supplied();
      return host().app.db.one(sql`
        insert into resupply_gap (site_id, data_type, from_at, to_at, step_ms, ask_from, ask_to, missing, state, told,
                                  found_at, next_at)
        select ${site_id}, 'hour', t, t + interval '1 h', 3600000, t, t + interval '1 h', 1, 'absent', true, t, t
          from (select ${host().app.clock.now}::timestamptz - interval '9 h' as t) x returning gap_id`);
    },
    'deviceInformation.phoneSend': async () => ({ site_ids: [await controlled()] }),
    'deviceInformation.meterRead': async () => {
      const site_id = await controlled();
      await host().app.db.run(sql`insert into device_factor (site_id, component_id) values (${site_id}, 1)`);
      return { site_ids: [site_id] };
    },
    'deviceInformation.tvocRead': async () => ({ site_ids: [await controlled()] }),
    'controlLease.open': async () => ({ site_ids: [await site()] }),
    'controlLease.extend': async () => ({ site_ids: [await controlled()], minutes: 60 }),
    'controlLease.close': async () => ({ site_ids: [await controlled()] }),
  };
}
