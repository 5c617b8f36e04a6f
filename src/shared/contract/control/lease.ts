import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, text, time } from '#shared/contract/fields.ts';
import { MOST_TARGETS } from './commands.ts';

/** Maximum duration of remote control: one working day. */
export const MOST_CONTROL_MINUTES = 480;
export const CONTROL_MINUTES = 30;

const sites = { site_ids: z.array(id).min(1, 'required').max(MOST_TARGETS) };
const minutes = z.int().min(1).max(MOST_CONTROL_MINUTES).default(CONTROL_MINUTES);

/** Remote control: a lease of devices for one person and a limited time. Commands need it. */
export const controlLease = {
  open: call({
    path: '/monitor/control/open',
    needs: 'control.open',
    writes: true,
    done: 'control_opened',
    faults: { minutes: 'duration_out_of_range' },
    input: z.object({ ...sites, minutes, reason: text(200).default('') }),
    output: z.object({ until_at: time, opened: z.int() }),
  }),
  /** Extends the lease, by its holder. */
  extend: call({
    path: '/monitor/control/extend',
    needs: 'control.open',
    writes: true,
    faults: { minutes: 'duration_out_of_range' },
    input: z.object({ ...sites, minutes }),
    output: z.object({ until_at: time, extended: z.int() }),
  }),
  close: call({
    path: '/monitor/control/close',
    needs: 'control.open',
    writes: true,
    done: 'control_closed',
    input: z.object(sites),
    output: z.object({ closed: z.int() }),
  }),
  /** Current leases of the sites that the user may see. */
  data: call({
    path: '/monitor/control/data',
    needs: 'command.read',
    input: z.object({ site_ids: z.array(id).max(MOST_TARGETS).optional() }),
    output: z.object({
      data_info: z.array(
        z.object({
          site_id: id,
          site_name: z.string(),
          mn: z.string(),
          user_id: id,
          real_name: z.string(),
          mine: z.boolean(),
          opened_at: time,
          until_at: time,
          reason: z.string(),
        }),
      ),
      total: z.int(),
    }),
  }),
};
