import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { siteActions } from '#shared/contract/sites/sites.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';

/** The operator of the SIM cards, as the address that translates for us. */
const asked: unknown[] = [];
const operator = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    asked.push(JSON.parse(body));
    const isKnown = body.includes('8986001');
    response.writeHead(isKnown ? 200 : 500, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ used_mb: 120.5, total_mb: 500 }));
  });
});

let configured: TestApp;
let bare: TestApp;
beforeAll(async () => {
  await new Promise<void>((resolve) => operator.listen(0, '127.0.0.1', resolve));
  const { port } = operator.address() as AddressInfo;
  configured = await testApp({ SIM_USAGE_URL: `http://127.0.0.1:${port}/usage` });
  bare = await testApp();
});
afterAll(() => operator.close());

async function usage(app: TestApp, sim_number: string) {
  const mn = `SIM${Math.random()}`;
  const row = await app.db.one<{ site_id: number }>(sql`
    insert into site (mn, site_name, sim_number) values (${mn}, ${mn}, ${sim_number}) returning site_id`);
  const admin = await app.login('admin');
  return (await admin.raw(siteActions.simUsage.path, { site_id: row?.site_id })).envelope;
}

test('the operator of the SIM card is asked', async () => {
  expect(await usage(configured, '8986001')).toEqual({ code: 0, data: { used_mb: 120.5, total_mb: 500 } });
  expect(asked).toEqual([{ sim_number: '8986001' }]);
});

test('171 when it does not know, when there is no card, and when there is nobody to ask', async () => {
  expect(await usage(configured, '8986002')).toMatchObject({ code: 171 });
  expect(await usage(configured, '')).toMatchObject({
    code: 171,
    fields: [{ field: 'sim_number', problem: 'required' }],
  });
  expect(await usage(bare, '8986001')).toMatchObject({ code: 171, detail: 'not_configured' });
});
