import { sql } from '#server/db/sql.ts';
import { audit } from '#shared/contract/platform/audit.ts';
import type { Client, TestApp } from './app.ts';

/** The audit log entries made by `work` as `reader` sees them, oldest first. */
export async function auditTrace({ db }: TestApp, reader: Client, work: () => Promise<unknown>) {
  const newest = await db.one<{ audit_id: number }>(sql`
    select coalesce(max(audit_id), 0) as audit_id from audit_log`);
  await work();
  const { data_info } = await reader.send(audit.list, { page_size: 1000 });
  return data_info.filter(({ audit_id }) => audit_id > (newest?.audit_id ?? 0)).reverse();
}
