import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { id, name, time, wireText } from '#shared/contract/fields.ts';
import { listing } from '#shared/contract/resource.ts';
import { siteType } from '#shared/contract/sites/sites.ts';

/** Unregistered devices: MNs that have sent packets but are not a site yet. */
export const unregistered = listing({
  name: 'unregistered',
  path: '/monitor/point/knocking/data',
  needs: 'knocking.read',
  row: {
    mn: z.string(),
    first_at: time,
    last_at: time,
    packets: z.int(),
    remote: z.string().nullable(),
    st: z.string().nullable(),
    cn: z.string().nullable(),
    cn_name: z.string(),
    cn_name_en: z.string(),
    last_packet: z.string().nullable(),
    dismissed: z.boolean(),
  },
  search: ['mn', 'remote'],
  /** Dismissed devices are shown only on request. */
  filters: { dismissed: z.boolean().default(false) },
});

/** A password received from this MN. It stays on the server and is referred to by `mark`. */
const maskedPassword = z.object({
  mark: z.string(),
  /** Empty for packets without a password. */
  masked: z.string(),
  packets: z.int(),
  last_at: time,
  remote: z.string(),
});
export type MaskedPassword = z.output<typeof maskedPassword>;

const mn = wireText(64).min(1, 'required');

export const unregisteredActions = {
  /** What its packets suggest: site type from ST, protocol from the format, and the passwords received. */
  told: call({
    path: '/monitor/point/knocking/told',
    needs: 'site.write',
    input: z.object({ mn }),
    output: z.object({
      site_type: siteType,
      agreement_id: id.optional(),
      passwords: z.array(maskedPassword),
    }),
  }),
  /**
   * Creates a site. Defaults: the MN as name, and the type and protocol that its packets suggest. `pw` is the mark of a
   * received password, or empty for no check; it is required if several were received.
   */
  adopt: call({
    path: '/monitor/point/knocking/adopt',
    needs: 'site.write',
    writes: true,
    input: z.object({
      mn,
      site_name: name().optional(),
      site_type: siteType.optional(),
      agreement_id: id.optional(),
      product_id: id.optional(),
      pw: wireText(64).optional(),
    }),
    output: z.object({ site_id: id }),
  }),
  dismiss: call({
    path: '/monitor/point/knocking/dismiss',
    needs: 'site.write',
    writes: true,
    input: z.object({ mns: z.array(mn).min(1, 'required').max(1000), dismissed: z.boolean().default(true) }),
    output: empty,
  }),
};
