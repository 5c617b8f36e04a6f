import { sql } from '#server/db/sql.ts';
import { list } from '#server/http/list.ts';
import { audit } from '#shared/contract/platform.ts';

export const auditRoutes = [
  list(audit, {
    select: () => sql`
      select audit_id, at, account, real_name, ip, call, entity, entity_id, action, before, after, request_id
        from audit_log`,
    sort: sql`audit_id desc`,
  }),
];
