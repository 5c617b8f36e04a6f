import { sql } from '#server/db/sql.ts';
import { devices } from '#shared/contract/access/personal.ts';
import type { Client, TestApp } from '#test/helpers/app.ts';

/** One example of each write that ends a session, for the test of the audit log. */
export function sessionExamples(host: () => { app: TestApp; admin: Client }) {
  return {
    'onlineActions.out': async () => {
      const { app } = host();
      await app.login('learner');
      const row = await app.db.one<{ session_id: string }>(sql`
        select s.session_id from session s join user_account u using (user_id)
         where u.account = 'learner' and s.revoked_at is null limit 1`);
      return { session_ids: [row?.session_id ?? ''] };
    },
    'devices.out': async () => {
      const { app, admin } = host();
      await app.client().signIn('admin');
      const { data_info } = await admin.send(devices.data, {});
      return { session_id: data_info.find(({ current }) => !current)?.session_id };
    },
    'devices.outOthers': async () => {
      await host().app.client().signIn('admin');
      return {};
    },
  };
}
