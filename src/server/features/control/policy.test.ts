import { expect, test } from 'vitest';
import { commandActions } from '#shared/contract/control/commands.ts';
import { controlLease } from '#shared/contract/control/lease.ts';
import { testApp } from '#test/helpers/app.ts';
import { newDevice } from '#test/helpers/commands.ts';

test('a kind wants a reason where that is set, a second person where that is set, and neither rule disturbs the other', async () => {
  const app = await testApp();
  const admin = await app.login('admin');
  const { site_id } = await newDevice(app);
  await admin.send(controlLease.open, { site_ids: [site_id] });
  const policy = { needs_approval: ['time_set' as const], needs_reason: ['time_read' as const] };
  await admin.send(commandActions.setPolicy, policy);
  expect(await admin.send(commandActions.policy, {})).toEqual(policy);
  const ask = (kind: 'time_read' | 'time_set', reason: string) =>
    admin.send(commandActions.send, { kind, targets: [{ site_id }], reason });
  await expect(ask('time_read', '')).rejects.toMatchObject({
    envelope: { fields: [{ field: 'reason', problem: 'required' }] },
  });
  expect((await ask('time_read', 'because')).commands).toMatchObject([{ state: 'queued' }]);
  expect((await ask('time_set', '')).commands).toMatchObject([{ state: 'awaiting_approval' }]);
  await admin.send(commandActions.setPolicy, { needs_approval: [] });
  expect(await admin.send(commandActions.policy, {})).toEqual({ needs_approval: [], needs_reason: [] });
});
