import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, time, wireText } from '#shared/contract/fields.ts';
import { listing } from '#shared/contract/resource.ts';
import { agreementDraft, edition } from '#shared/contract/site-config/agreements.ts';

/** Text and data times are looked for packet by packet: in a day of the whole network, or a year of one device. */
export const packetSearchDays = { network: 1, device: 366 };

/** Which way a packet came: over a line of its own, from a broker, or posted. */
export const packetSource = z.enum(['tcp', 'mqtt', 'http']);
export type PacketSource = z.output<typeof packetSource>;

export const verdict = z.enum(['ok', 'bad_crc', 'bad_length', 'malformed']);

/**
 * Frames as they were on the wire, newest first; those of the last 24 hours unless one asks for others. Whoever may
 * not change a site reads them without the passwords.
 */
export const packets = listing({
  name: 'packets',
  path: '/protocol/device/packets/get',
  needs: 'packet.read',
  row: {
    packet_id: id,
    received_at: time,
    outgoing: z.boolean(),
    mn: z.string(),
    site_id: id.nullable(),
    site_name: z.string().nullable(),
    st: z.string(),
    cn: z.string(),
    cn_name: z.string(),
    cn_name_en: z.string(),
    qn: z.string(),
    verdict,
    /** Whether what it says counted when it came, whatever the verdict. */
    accepted: z.boolean(),
    deviations: z.array(z.string()),
    size: z.int(),
    raw: z.string(),
    remote: z.string(),
    source: packetSource,
    /** The edition that the command is read by. */
    edition,
    /** The command that it asks for or answers. */
    command_id: id.nullable(),
  },
  search: ['raw'],
  sortable: ['received_at'],
  filters: {
    mn: wireText(64).optional(),
    site_id: id.optional(),
    outgoing: z.boolean().optional(),
    st: wireText(10).optional(),
    cn: wireText(10).optional(),
    verdict: verdict.optional(),
    source: packetSource.optional(),
    command_id: id.optional(),
    deviation: wireText(40).optional(),
    received_at_from: time.optional(),
    received_at_to: time.optional(),
    /** When the values are of, whenever they came, and however the device calls a period. */
    data_time_from: time.optional(),
    data_time_to: time.optional(),
  },
});

/** Codes of data that belong to no factor, and suffixes that nobody knows: what came and is not among the values. */
export const unmappedCodes = listing({
  name: 'unmappedCodes',
  path: '/protocol/device/unmapped/data',
  needs: 'packet.read',
  row: {
    /** Site, code and suffix. */
    code_key: z.string(),
    wire_code: z.string(),
    suffix: z.string(),
    value: z.string(),
    count: z.int(),
    seen_at: time,
    site_id: id,
    site_name: z.string(),
    mn: z.string(),
    agreement_id: id.nullable(),
    agreement_name: z.string().nullable(),
  },
  search: ['wire_code', 'site_name', 'mn'],
  filters: { site_id: id.optional(), agreement_id: id.optional() },
});

/** A name or meaning in both languages. */
const both = z.object({ zh: z.string(), en: z.string() });
export type Both = z.output<typeof both>;

/** One `name=value`: what it speaks of, what it is, and what its value means, as far as that is known. */
const explainedField = z.object({
  name: z.string(),
  value: z.string(),
  subject: both.nullable(),
  label: both.nullable(),
  meaning: both.nullable(),
});
export type ExplainedField = z.output<typeof explainedField>;

const explainedReading = z.object({
  wire_code: z.string(),
  component_id: id.nullable(),
  component_name: z.string().nullable(),
  component_name_en: z.string().nullable(),
  unit: z.string(),
  decimals: z.int(),
  /** As it is stored: converted to the factor's unit and corrected; null where nothing is. */
  value: z.number().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  flag: z.string(),
});
export type ExplainedReading = z.output<typeof explainedReading>;

/** Why nothing of a packet becomes a measurement: its check, its password, that it is no site's, its time, the database. */
export const unstored = z.enum(['verdict', 'wrong_pw', 'stranger', 'time', 'database']);

const explained = z.object({
  /** Frames have lengths, checks and editions; JSON has none of them. */
  form: z.enum(['frame', 'json']),
  verdict,
  /** Whether it counts under the protocol that it was read by. */
  accepted: z.boolean(),
  /** Null: its measurements are stored, if it has any. */
  unstored: unstored.nullable(),
  deviations: z.array(z.object({ deviation: z.string(), meaning: both.nullable() })),
  site: z.object({ site_id: id, mn: z.string(), site_name: z.string() }).nullable(),
  /** The edition that numbers were read by. */
  edition,
  encoding: z.enum(['ascii', 'utf-8', 'gbk', 'unknown']),
  text: z.string(),
  /** Bytes of the data segment; null where the frame tells no number. */
  declared_length: z.int().nullable(),
  actual_length: z.int(),
  crc_given: z.string(),
  crc_calculated: z.string(),
  header: z.array(explainedField),
  groups: z.array(z.array(explainedField)),
  /** The period's start as it is stored. */
  data_ts: time.nullable(),
  readings: z.array(explainedReading),
});
export type Explained = z.output<typeof explained>;

export const decoding = {
  /**
   * Explains a stored packet, or those that were pasted: the first, and the others behind it. They may be tried with a
   * protocol that is being drawn up.
   */
  decode: call({
    path: '/protocol/device/packet/decode',
    needs: 'packet.read',
    input: z.union([
      z.object({ packet_id: id, received_at: time }),
      z.object({ raw: z.string().min(1, 'required').max(20_000), agreement: agreementDraft.optional() }),
    ]),
    output: explained.extend({ further: z.array(explained) }),
  }),
};
