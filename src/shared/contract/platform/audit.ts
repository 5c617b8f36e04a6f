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

/** Every write to a configuration table, recorded by triggers (see migrations). */
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
    /** Current or former name of the row, if rows of its kind have names. */
    entity_name: z.string().nullable(),
    entity_name_en: z.string().nullable(),
    action: auditAction,
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()).nullable(),
    request_id: z.string().nullable(),
  },
  search: ['account', 'real_name', 'entity_id', 'ip', 'request_id'],
  // Names are looked up for each shown entry only, so the list cannot be sorted by them.
  sortable: ['audit_id', 'at', 'account', 'real_name', 'ip', 'call', 'entity', 'entity_id', 'action'],
  filters: {
    entity: text(60).optional(),
    entity_id: text(60).optional(),
    action: auditAction.optional(),
    account: text(64).optional(),
    /** Only changes by users; without it also those by the product itself, such as demo data. */
    by_people: z.boolean().optional(),
    at_from: time.optional(),
    at_to: time.optional(),
  },
});
