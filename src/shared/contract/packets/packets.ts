import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, time, wireText } from '#shared/contract/fields.ts';
import { listing } from '#shared/contract/resource.ts';
import { agreementDraft, edition } from '#shared/contract/site-config/agreements.ts';

/**
 * Text and data times are searched packet by packet, so the range is limited: for the whole network, and for one
 * device.
 */
export const packetSearchDays = { network: 1, device: 366 };

/** Transport of a packet: its own TCP line, a broker, or an HTTP post. */
export const packetSource = z.enum(['tcp', 'mqtt', 'http']);
export type PacketSource = z.output<typeof packetSource>;

export const verdict = z.enum(['ok', 'bad_crc', 'bad_length', 'malformed']);

/**
 * Raw packets, newest first; the last 24 hours by default. Passwords are masked for users who may not change the site.
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
    /** Whether its content was accepted when it arrived, whatever the verdict. */
    accepted: z.boolean(),
    deviations: z.array(z.string()),
    size: z.int(),
    raw: z.string(),
    remote: z.string(),
    source: packetSource,
    /** The edition that the command was decoded with. */
    edition,
    /** The command that it requests or answers. */
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
    /** Data time, independent of the time of receipt; period starts, however the device labels periods. */
    data_time_from: time.optional(),
    data_time_to: time.optional(),
  },
});

/** Codes in data packets without a factor, and unknown suffixes: received, but not stored as values. */
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

/** One `name=value` with its subject, label and the meaning of its value, as far as they are known. */
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
  /** As stored: converted to the factor's unit and corrected; null if nothing is stored. */
  value: z.number().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  flag: z.string(),
});
export type ExplainedReading = z.output<typeof explainedReading>;

/** Why a packet has no stored measurements: CRC, password, unregistered device, time, or database error. */
export const unstored = z.enum(['verdict', 'wrong_pw', 'stranger', 'time', 'database']);

const explained = z.object({
  /** Only frames have a length, a CRC and an edition. */
  form: z.enum(['frame', 'json']),
  verdict,
  /** Whether it is accepted under the protocol used for decoding. */
  accepted: z.boolean(),
  /** Null: its measurements are stored, if it has any. */
  unstored: unstored.nullable(),
  deviations: z.array(z.object({ deviation: z.string(), meaning: both.nullable() })),
  site: z.object({ site_id: id, mn: z.string(), site_name: z.string() }).nullable(),
  /** The edition that the CN was decoded with. */
  edition,
  encoding: z.enum(['ascii', 'utf-8', 'gbk', 'unknown']),
  text: z.string(),
  /** Bytes of the data segment; null if the frame does not state a number. */
  declared_length: z.int().nullable(),
  actual_length: z.int(),
  crc_given: z.string(),
  crc_calculated: z.string(),
  header: z.array(explainedField),
  groups: z.array(z.array(explainedField)),
  /** The period's start as stored. */
  data_ts: time.nullable(),
  readings: z.array(explainedReading),
});
export type Explained = z.output<typeof explained>;

export const decoding = {
  /** Explains a stored packet, or pasted ones: the first, and the others in `further`. A draft protocol may be used. */
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
