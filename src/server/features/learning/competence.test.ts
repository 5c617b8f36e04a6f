import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { kbActions } from '#shared/contract/control/kb.ts';
import { competence } from '#shared/contract/learning/competence.ts';
import { certificates, scoreActions } from '#shared/contract/learning/scores.ts';
import { sittings } from '#shared/contract/learning/sittings.ts';
import { inbox } from '#shared/contract/platform/messages.ts';
import { orderActions } from '#shared/contract/work-orders/orders.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { addAssessment, rightTo } from '#test/helpers/learning.ts';
import { makeOrder, makeType } from '#test/helpers/orders.ts';
import { tellOfExpiry } from './certificates.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
});

async function pass(who: Client, assessment_id: number): Promise<void> {
  const { sitting_id } = await who.send(sittings.begin, { assessment_id });
  const { questions } = await who.send(sittings.data, { sitting_id });
  for (const { place, kind } of questions)
    await who.send(sittings.answer, { sitting_id, place, answer: rightTo[kind] ?? [] });
  await who.send(sittings.submit, { sitting_id });
}

const setKb = async (who: Client) =>
  (
    await who.raw(kbActions.set.path, {
      items: [{ site_id: 999_999, component_id: 1, k: 1, b: 0 }],
      reason: 'x',
    })
  ).envelope;

test('a K/B write is refused with what to learn, allowed once it is passed, and refused again when it expires', async () => {
  const operator = await app.login('operator');
  const name = `K/B 上岗考核 ${Math.random()}`;
  const { assessment_id } = await addAssessment(admin, {
    ...{
      assessment_name: name,
      learn_link: '/learning/articles?article=7',
      valid_days: 40,
      attempts: 9,
    },
  });
  const rule = { subject: 'command', command_kind: 'kb_set', assessment_id };
  await admin.send(competence.add, rule);
  await expect(admin.send(competence.add, rule)).rejects.toMatchObject({ fault: 'add_repeated' });
  expect(await setKb(operator)).toMatchObject({
    ...{ code: 16, detail: 'competence_missing', params: { name } },
    message: expect.stringContaining(name),
    data: { missing: [{ assessment_id, learn_link: '/learning/articles?article=7' }] },
  });
  await pass(operator, assessment_id);
  // The competence check passes; the next check, whether the site exists, may fail.
  expect((await setKb(operator)).code).not.toBe(16);
  const soon = () => admin.send(certificates.list, { state: 'expiring' });
  expect((await soon()).total).toBe(0);
  app.clock.forward((15 * DAY_MS) / 1000);
  admin = await app.login('admin');
  expect((await soon()).data_info).toMatchObject([{ account: 'operator', days_left: 25, needed_for: 1 }]);
  expect(await tellOfExpiry(app.app)).toBe(1);
  expect(await tellOfExpiry(app.app)).toBe(0);
  const told = await (await app.login('operator')).send(inbox.data, {});
  expect(told.data_info[0]?.subject).toContain(name);
  app.clock.forward((26 * DAY_MS) / 1000);
  admin = await app.login('admin');
  const later = await app.login('operator');
  expect(await setKb(later)).toMatchObject({ code: 16, detail: 'competence_expired' });
  await pass(later, assessment_id);
  expect((await setKb(later)).code).not.toBe(16);
  // Revoking a certificate needs authority over its holder.
  await pass(admin, assessment_id);
  const certificatesNow = (await admin.send(certificates.list, { assessment_id })).data_info;
  const above = certificatesNow.find(({ account }) => account === 'admin')?.certificate_id ?? 0;
  const manager = await app.login('manager');
  await expect(
    manager.send(scoreActions.revoke, { certificate_id: above, reason: 'x' }),
  ).rejects.toMatchObject({ envelope: { code: 13, detail: 'account_above' } });
  const held = certificatesNow.find(({ account }) => account === 'operator');
  await admin.send(scoreActions.revoke, { certificate_id: held?.certificate_id ?? 0, reason: '违规操作' });
  expect((await setKb(later)).code).toBe(16);
  await app.db.run(sql`delete from competence`);
});

test('a process type and a role are held to theirs, and a rule that is off holds nobody', async () => {
  const { assessment_id } = await addAssessment(admin, { attempts: 9 });
  const order_type_id = await makeType(admin);
  const order_id = await makeOrder(app.db, admin, { order_type_id });
  const { competence_id } = await admin.send(competence.add, {
    subject: 'order_type',
    order_type_id,
    assessment_id,
  });
  const accept = async () => (await admin.raw(orderActions.do.path, { order_id, act: 'accept' })).envelope;
  expect(await accept()).toMatchObject({ code: 16, detail: 'competence_missing' });
  await admin.send(competence.edit, { competence_id, version: 1, enabled: false });
  const operator = await app.login('operator');
  await admin.send(competence.add, { subject: 'role', role_id: 2, assessment_id });
  expect((await setKb(operator)).code).toBe(16);
  await expect(
    admin.send(competence.add, { subject: 'role', command_kind: 'kb_set', assessment_id }),
  ).rejects.toMatchObject({ envelope: { fields: [{ field: 'role_id', problem: 'required' }] } });
  expect((await accept()).code).toBe(0);
});

test('a manager cannot hold up the super administrator, or free a role above his own', async () => {
  const manager = await app.login('manager');
  const { assessment_id } = await addAssessment(admin, { assessment_name: `上岗 ${Math.random()}` });
  const rule = { subject: 'role', role_id: 0, assessment_id };
  const refused = { fault: 'no_authority', envelope: { detail: 'grants_exceeded' } };
  await expect(manager.send(competence.add, rule)).rejects.toMatchObject(refused);
  const { competence_id = 0 } = await manager.send(competence.add, { ...rule, role_id: 4 });
  await expect(
    manager.send(competence.edit, { competence_id, version: 1, role_id: 0 }),
  ).rejects.toMatchObject(refused);
  await app.db.run(
    sql`update competence set role_id = 0, enabled = false where competence_id = ${competence_id}`,
  );
  await expect(manager.send(competence.remove, { competence_id })).rejects.toMatchObject(refused);
});
