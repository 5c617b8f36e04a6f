import { beforeAll, describe, expect, test } from 'vitest';
import { builtInLayout, wallLayouts } from '#shared/contract/wisdom-screen/layout.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';

let app: TestApp;
let manager: Client;
let operator: Client;
const OPERATOR_ROLE = 2;

beforeAll(async () => {
  app = await testApp();
  manager = await app.login('manager');
  operator = await app.login('operator');
});

const versionOf = async (role_id: number) =>
  (await manager.send(wallLayouts.list, {})).data_info.find((one) => one.role_id === role_id)?.version ?? -1;

describe('the layout of a wall', () => {
  test('is the built-in one until somebody sets another, of that role only', async () => {
    expect(await operator.send(wallLayouts.mine, {})).toMatchObject({ ...builtInLayout, version: 0 });
    const mine = { left_tiles: ['orders', 'alarms'], right_tiles: ['trend_o3'], rotate_seconds: 0 } as const;
    await manager.send(wallLayouts.set, {
      role_id: OPERATOR_ROLE,
      ...{ left_tiles: [...mine.left_tiles], right_tiles: [...mine.right_tiles], rotate_seconds: 0 },
      version: 0,
    });
    expect(await operator.send(wallLayouts.mine, {})).toMatchObject(mine);
    expect(await manager.send(wallLayouts.mine, {})).toMatchObject(builtInLayout);
  });

  test('of two who set it at once one is told that it has changed', async () => {
    const version = await versionOf(OPERATOR_ROLE);
    const input = { role_id: OPERATOR_ROLE, left_tiles: [], right_tiles: [], rotate_seconds: 30, version };
    await manager.send(wallLayouts.set, input);
    await expect(manager.send(wallLayouts.set, input)).rejects.toMatchObject({
      fault: 'update_failed',
      envelope: { detail: 'changed_meanwhile' },
    });
    await expect(manager.send(wallLayouts.set, { ...input, version: 0 })).rejects.toMatchObject({
      fault: 'update_failed',
    });
  });

  test('goes back to the built-in one', async () => {
    await manager.send(wallLayouts.reset, {
      role_id: OPERATOR_ROLE,
      version: await versionOf(OPERATOR_ROLE),
    });
    expect(await operator.send(wallLayouts.mine, {})).toMatchObject({ ...builtInLayout, version: 0 });
  });

  test('holds no tile twice, and a rotation of some seconds or none', async () => {
    const input = { role_id: OPERATOR_ROLE, ...builtInLayout, version: 0 };
    await expect(
      manager.send(wallLayouts.set, { ...input, left_tiles: ['orders'], right_tiles: ['orders'] }),
    ).rejects.toMatchObject({ fault: 'parameter_error', envelope: { fields: [{ field: 'right_tiles' }] } });
    await expect(manager.send(wallLayouts.set, { ...input, rotate_seconds: 2 })).rejects.toMatchObject({
      fault: 'parameter_error',
      envelope: { fields: [{ field: 'rotate_seconds' }] },
    });
  });

  test('of a role above one’s own is not theirs to set', async () => {
    const refused = { fault: 'no_authority', envelope: { detail: 'grants_exceeded' } };
    const above = { role_id: 0, version: 0 };
    await expect(manager.send(wallLayouts.set, { ...above, ...builtInLayout })).rejects.toMatchObject(
      refused,
    );
    await expect(manager.send(wallLayouts.reset, above)).rejects.toMatchObject(refused);
  });

  test('is set by administrators only', async () => {
    await expect(
      operator.send(wallLayouts.set, { role_id: OPERATOR_ROLE, ...builtInLayout, version: 0 }),
    ).rejects.toMatchObject({ fault: 'permission_denied' });
  });
});
