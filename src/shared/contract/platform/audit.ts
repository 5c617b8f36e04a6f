import * as z from 'zod';
import { id, text, time } from '#shared/contract/fields.ts';
import { listing } from '#shared/contract/resource.ts';

export const auditAction = z.enum([
  'insert',
  'update',
  'delete',
  'refused',
  'sign_in',
  'sign_in_refused',
  'sign_out',
]);

/** Every write to a configuration table, taken down by the database itself (see migrations). */
export const audit = listing({
  name: 'audit',
  path: '/platform/audit/data',
  needs: 'audit.read',
  row: {
    audit_id: id,
    at: time,
    account: z.string().nullable(),
    real_name: z.string().nullable(),
    ip: z.string().nullable(),
    call: z.string().nullable(),
    entity: z.string(),
    entity_id: z.string().nullable(),
    /** What the row is or was called, where rows of its kind have names. */
    entity_name: z.string().nullable(),
    entity_name_en: z.string().nullable(),
    action: auditAction,
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()).nullable(),
    request_id: z.string().nullable(),
  },
  search: ['account', 'real_name', 'entity_id', 'ip', 'request_id'],
  // Names are looked up entry by entry, and there are many entries.
  sortable: ['audit_id', 'at', 'account', 'real_name', 'ip', 'call', 'entity', 'entity_id', 'action'],
  filters: {
    entity: text(60).optional(),
    entity_id: text(60).optional(),
    action: auditAction.optional(),
    account: text(64).optional(),
    /** What people did; without it also what the product set up by itself, a demo's records for instance. */
    by_people: z.boolean().optional(),
    at_from: time.optional(),
    at_to: time.optional(),
  },
});
