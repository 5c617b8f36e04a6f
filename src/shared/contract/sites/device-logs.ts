import * as z from 'zod';
import { id, time, wireText } from '#shared/contract/fields.ts';
import { listing } from '#shared/contract/resource.ts';
import { edition } from '#shared/contract/site-config/agreements.ts';

export const logKind = z.enum(['log', 'state', 'parameter']);

/** Information about devices themselves: states, parameters and log lines, newest first. */
export const deviceLogs = listing({
  name: 'deviceLogs',
  path: '/monitor/device/log/data',
  needs: 'reading.read',
  row: {
    log_id: id,
    site_id: id,
    site_name: z.string(),
    mn: z.string(),
    ts: time,
    kind: logKind,
    /** The instrument's factor or the facility; '' for the logger itself. */
    target: z.string(),
    target_name: z.string().nullable(),
    target_name_en: z.string().nullable(),
    /** A union, so that the column is a choice: standard codes have words, any other text is possible. */
    info: z.union([z.string()]),
    value: z.string(),
    /** Needed to interpret the value. */
    edition,
    received_at: time,
  },
  search: ['value'],
  filters: {
    site_id: id.optional(),
    mn: wireText(64).optional(),
    kind: logKind.optional(),
    target: wireText(40).optional(),
    info: wireText(40).optional(),
    ts_from: time.optional(),
    ts_to: time.optional(),
  },
});
