import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { siteActions } from '#shared/contract/sites/sites.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { webReceiver } from '#test/helpers/receivers.ts';

/** The service that translates the SIM operator's API. */
let operator: Awaited<ReturnType<typeof webReceiver>>;
let configured: TestApp;
let bare: TestApp;
beforeAll(async () => {
  operator = await webReceiver();
  const cards = [
    { iccid: '89860012345678901234', used_mb: 120.5, total_mb: 500, status: 'active' },
    { number: '13900000001', used_mb: 7 },
  ];
  operator.answer = (response) => void response.writeHead(200).end(JSON.stringify({ cards }));
  configured = await testApp({ SIM_USAGE_URL: operator.url });
  bare = await testApp();
});

async function usage(app: TestApp, sim_number: string) {
  const mn = `SIM${Math.random()}`;
  const row = await app.db.one<{ site_id: number }>(sql`
    insert into site (mn, site_name, sim_number) values (${mn}, ${mn}, ${sim_number}) returning site_id`);
  const admin = await app.login('admin');
  return (await admin.raw(siteActions.simUsage.path, { site_id: row?.site_id })).envelope;
}

test('the operator of the SIM card is asked, by the number of the card or of its line', async () => {
  expect(await usage(configured, '89860012345678901234')).toEqual({
    ...{ code: 0, data: { used_mb: 120.5, total_mb: 500 } },
  });
  expect(await usage(configured, '13900000001')).toEqual({ code: 0, data: { used_mb: 7, total_mb: null } });
  expect(operator.received.map(({ body }) => body)).toEqual([
    { cards: [{ iccid: '89860012345678901234', number: '' }] },
    { cards: [{ iccid: '', number: '13900000001' }] },
  ]);
});

test('171 when it does not know, when there is no card, and when there is nobody to ask', async () => {
  expect(await usage(configured, '8986002')).toMatchObject({ code: 171 });
  expect(await usage(configured, '')).toMatchObject({
    code: 171,
    fields: [{ field: 'sim_number', problem: 'required' }],
  });
  expect(await usage(bare, '8986001')).toMatchObject({ code: 171, detail: 'not_configured' });
});
