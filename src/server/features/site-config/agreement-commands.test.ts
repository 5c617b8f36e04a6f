import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { commandActions } from '#shared/contract/control/commands.ts';
import { packets } from '#shared/contract/packets/packets.ts';
import {
  agreementCommands,
  agreementCommandTrials,
} from '#shared/contract/site-config/agreement-commands.ts';
import { agreements } from '#shared/contract/site-config/agreements.ts';
import { commandKind, commandKindNames } from '#shared/domain/command-kinds.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { frame } from '#test/helpers/bare-device.ts';
import {
  addCommand,
  addCommands,
  deviceOnLine,
  fineDust,
  isSettled,
  newDevice,
  reached,
} from '#test/helpers/commands.ts';
import { exampleAgreement, exampleCommands } from './vendor-example.ts';

let app: TestApp;
let admin: Client;
let pm25: number;
let example: number;
let own = 0;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  pm25 = await fineDust(app);
  const { data_info } = await admin.send(agreements.list, { keyword: exampleAgreement });
  example = data_info[0]?.agreement_id ?? 0;
});

/** A new protocol with a site that uses it. */
async function newProtocol() {
  const { agreement_id = 0 } = await admin.send(agreements.add, {
    agreement_name: `own ${++own}`,
    check_password: false,
  });
  return { agreement_id, ...(await newDevice(app, {}, agreement_id)) };
}
const plansOf = async (site_id: number) => {
  const rows = await app.db.rows<{ plan: { run: { cn: string; ask: string }[]; verify: { cn: string }[] } }>(
    sql`select plan from command where site_id = ${site_id} order by command_id`,
  );
  return rows.map(({ plan }) => plan);
};

describe('the example of a manufacturer', () => {
  test('describes every kind that the standard does not know', async () => {
    const { data_info } = await admin.send(agreementCommands.list, { agreement_id: example, page_size: 100 });
    const described = data_info.map(({ kind }) => kind);
    expect(described.sort()).toEqual(Object.keys(exampleCommands).sort());
    const unknown = commandKindNames.filter((name) => commandKind(name).wires.length === 0);
    expect(described).toEqual(expect.arrayContaining(unknown));
  });

  test('is what its sites are told by, and others are not', async () => {
    const { site_id } = await newDevice(app, {}, example);
    const { site_id: other } = await newDevice(app);
    const params = { factor: pm25, k: 1.1, b: -2 };
    await addCommands(app, 'kb_set', [
      { site_id, params },
      { site_id: other, params },
    ]);
    expect((await plansOf(site_id))[0]).toMatchObject({
      run: [{ cn: '3032', ask: 'PolId={factor};{factor}-K={k},{factor}-B={b}' }],
      verify: [{ cn: '3031' }],
    });
    expect((await plansOf(other))[0]?.run.map(({ cn }) => cn)).toEqual(['3021', '3021']);
    const { refused } = await addCommands(app, 'sim_read', [
      { site_id, params: {} },
      { site_id: other, params: {} },
    ]);
    expect(refused).toMatchObject([{ site_id: other, why: 'not_supported' }]);
  });
});

describe('a command of a protocol', () => {
  const reboot = { kind: 'reboot', wires: [{ cn: '3900', ask: 'Now=1' }] };

  test('is added, seen, changed and taken away, and there is one of a kind', async () => {
    const { agreement_id, site_id } = await newProtocol();
    const { agreement_command_id } = await admin.send(agreementCommands.add, { agreement_id, ...reboot });
    const again = await admin.raw(agreementCommands.add.path, { agreement_id, ...reboot });
    expect(again.envelope).toMatchObject({ fields: [{ field: 'kind', problem: 'repeated' }] });
    const wires = [{ cn: '3901', ends: 'ack' }];
    await admin.send(agreementCommands.edit, { agreement_command_id, version: 1, wires });
    const { data_info } = await admin.send(agreementCommands.list, { agreement_id });
    expect(data_info).toMatchObject([
      { kind: 'reboot', cns: '3901', wires: [{ cn: '3901', ask: '', reply: '', ends: 'ack' }], version: 2 },
    ]);
    await addCommand(app, site_id, 'reboot');
    expect((await plansOf(site_id))[0]?.run).toMatchObject([{ cn: '3901', ack_is_enough: true }]);
    await admin.send(agreementCommands.remove, { agreement_command_id: agreement_command_id ?? 0 });
    expect((await addCommands(app, 'reboot', [{ site_id, params: {} }])).refused).toHaveLength(1);
  });

  test('that cannot be sent so is refused, and says where', async () => {
    const { agreement_id } = await newProtocol();
    const kb = { agreement_id, kind: 'kb_set', wires: [{ cn: '3032', ask: 'PolId={factor};K={k}' }] };
    const { envelope } = await admin.raw(agreementCommands.add.path, kb);
    expect(envelope).toMatchObject({
      code: 400,
      fields: [{ field: 'wires', problem: 'slot_missing', params: { name: 'b' } }],
    });
    const half = await admin.raw(agreementCommands.add.path, {
      ...{ agreement_id, kind: 'kb_read', wires: [{ cn: '3031', ask: 'PolId={factor}', reply: 'K={k}' }] },
    });
    expect(half.envelope).toMatchObject({
      code: 400,
      fields: [{ field: 'wires', problem: 'reply_incomplete', params: { name: 'b' } }],
    });
    const broken = await admin.raw(agreementCommands.add.path, { ...kb, wires: [{ cn: 'x' }] });
    expect(broken.envelope).toMatchObject({ fields: [{ field: 'wires.0.cn', problem: 'bad_cn' }] });
    const { agreement_command_id } = await admin.send(agreementCommands.add, { agreement_id, ...reboot });
    await expect(
      admin.send(agreementCommands.edit, { agreement_command_id, version: 1, kind: 'kb_read' }),
    ).rejects.toMatchObject({ fault: 'parameter_error' });
  });

  test('ends with 9011 where the protocol says so', async () => {
    const { agreement_id } = await newProtocol();
    await admin.send(agreementCommands.add, {
      ...{ agreement_id, kind: 'reboot' },
      wires: [{ cn: '3902', ends: 'ack' }],
    });
    const { device, site_id } = await deviceOnLine(app, { noEnd: true }, agreement_id);
    const command_id = await addCommand(app, site_id, 'reboot');
    await expect.poll(() => device.ran('3902'), { timeout: 60_000 }).toBe(1);
    await expect
      .poll(
        async () => (await reached(app, command_id, (state) => state !== 'queued' && state !== 'sent')).state,
      )
      .toMatch(/acknowledged|succeeded/);
  });

  test('goes through the gateway with the numbers that it names', async () => {
    const { agreement_id } = await newProtocol();
    await admin.send(agreementCommands.add, { agreement_id, kind: 'reboot', wires: [{ cn: '3903' }] });
    const { device, site_id } = await deviceOnLine(app, {}, agreement_id);
    const { state } = await reached(app, await addCommand(app, site_id, 'reboot'), isSettled);
    expect(state).toBe('succeeded');
    expect(device.ran('3903')).toBe(1);
  });

  test('shows nobody the password that it carries, whatever the protocol calls it', async () => {
    const { agreement_id } = await newProtocol();
    await admin.send(agreementCommands.add, {
      ...{ agreement_id, kind: 'password_set', wires: [{ cn: '3904', ask: 'Key={new_password}' }] },
    });
    const { device, site_id } = await deviceOnLine(app, {}, agreement_id);
    const command_id = await addCommand(app, site_id, 'password_set', { new_password: 'geheim9' });
    await reached(app, command_id, isSettled);
    expect(JSON.stringify(device.sends('3904'))).toContain('geheim9');
    const logged = async () => (await admin.send(packets.list, { site_id, cn: '3904' })).data_info;
    await expect.poll(logged, { timeout: 30_000 }).not.toHaveLength(0);
    const said = [await admin.send(commandActions.get, { command_id }), await logged()];
    expect(JSON.stringify(said)).not.toContain('geheim9');
  });
});

describe('a dry run', () => {
  const kb = { kind: 'kb_set', wires: exampleCommands.kb_set } as const;

  test('shows the frames for a site and values, without its password, and sends nothing', async () => {
    const { device, site_id } = await deviceOnLine(app, {}, example);
    const tried = await admin.send(agreementCommandTrials.run, {
      ...kb,
      ...{ site_id, params: { factor: pm25, k: 1.05, b: -0.5 } },
    });
    expect(tried).toMatchObject({ problems: [], why_not: null });
    expect(tried.frames.map(({ stage, cn }) => [stage, cn])).toEqual([
      ['run', '3032'],
      ['verify', '3031'],
    ]);
    expect(tried.frames[0]?.frame).toMatch(
      new RegExp(
        `^##\\d{4}QN=\\d{17};ST=22;CN=3032;PW=\\*+;MN=${device.mn};Flag=5;CP=&&PolId=a34004;a34004-K=1.05,a34004-B=-0.5&&[0-9A-F]{4}$`,
      ),
    );
    expect(await plansOf(site_id)).toEqual([]);
    expect(device.heard).toEqual([]);
  });

  test('reads what is pasted: answers, values, lists, and what is no answer', async () => {
    const { site_id } = await newDevice(app, {}, example);
    const head = (cn: string) => `QN=20260101000000001;ST=22;CN=${cn};PW=123456;MN=X;Flag=4;`;
    const reply =
      frame(`${head('9011')}CP=&&QnRtn=1&&`) +
      frame(`${head('3031')}CP=&&a34004-K=1.2,a34004-B=3&&`) +
      frame(`${head('3999')}CP=&&x=1&&`) +
      frame(`${head('9012')}CP=&&ExeRtn=3&&`);
    const read = {
      site_id,
      kind: 'kb_read',
      wires: exampleCommands.kb_read,
      params: { factor: pm25 },
    } as const;
    const { answers } = await admin.send(agreementCommandTrials.run, { ...read, reply });
    expect(answers).toMatchObject([
      { cn: '9011', means: 'acknowledged', code: 1 },
      { cn: '3031', means: 'values', values: { k: 1.2, b: 3 } },
      { cn: '3999', means: 'none' },
      { cn: '9012', means: 'failed', code: 3 },
    ]);
    expect(answers.map(({ verdict }) => verdict)).toEqual(['ok', 'ok', 'ok', 'ok']);
    const damaged = frame(`${head('9012')}CP=&&ExeRtn=1&&`).replace('ExeRtn=1', 'ExeRtn=3');
    expect((await admin.send(agreementCommandTrials.run, { ...read, reply: damaged })).answers).toMatchObject(
      [{ cn: '9012', means: 'failed', verdict: 'bad_crc' }],
    );
    const list = await admin.send(agreementCommandTrials.run, {
      ...{ site_id, kind: 'kcc_read', wires: exampleCommands.kcc_read, params: { factor: pm25 } },
      reply: 'PolId=a34004;a21026-C=0.1;a34004-C=0.25',
    });
    expect(list.answers).toMatchObject([
      {
        means: 'values',
        list: [
          { other: 'a21026', c: 0.1 },
          { other: pm25, c: 0.25 },
        ],
      },
    ]);
  });

  test('says what is in the way, and is of no use for sites that one does not see', async () => {
    const { site_id } = await newDevice(app, {}, example);
    const wrong = await admin.send(agreementCommandTrials.run, {
      ...{ site_id, kind: 'kb_set', wires: [{ cn: '3032', ask: 'K={k};Z={zz}' }] },
    });
    expect(wrong.problems.map(({ problem, name }) => [problem, name])).toEqual([
      ['unknown_placeholder', 'zz'],
      ['slot_missing', 'factor'],
      ['slot_missing', 'b'],
    ]);
    await expect(admin.send(agreementCommandTrials.run, { ...kb, site_id: 999_999 })).rejects.toMatchObject({
      fault: 'no_data',
    });
  });
});
