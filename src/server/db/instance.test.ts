import { beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { claimInstance } from './instance.ts';
import { sql } from './sql.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

test('the demo can be started again, but not as production', async () => {
  await claimInstance(app.db, true);
  await expect(claimInstance(app.db, false)).rejects.toThrow(/holds the demo/);
});

test('production can be started again, but not as the demo', async () => {
  await app.db.run(sql`delete from instance`);
  await claimInstance(app.db, false);
  await claimInstance(app.db, false);
  await expect(claimInstance(app.db, true)).rejects.toThrow(/--no-demo/);
});
