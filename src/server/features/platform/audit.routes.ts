import { sql } from '#server/db/sql.ts';
import { list } from '#server/http/list.ts';
import { audit } from '#shared/contract/platform.ts';

export const auditRoutes = [
  list(audit, {
    select: () => sql`
      select audit_id, at, account, real_name, ip, call, entity, entity_id, action, before, after, request_id
        from audit_log`,
    // By its whole name: `role` is not `role_power`.
    filters: { entity: (entity: string) => sql`entity = ${entity}` },
    sort: sql`audit_id desc`,
  }),
];
