import * as z from 'zod';
import { id, name, remark, text, wireText } from '#shared/contract/fields.ts';
import { resource } from '#shared/contract/resource.ts';

export const edition = z.enum(['2005', '2017', '2025', 'water']);
export const crcMode = z.enum(['hj212', 'modbus', 'modbus_swapped', 'none']);
export const periodLabel = z.enum(['start', 'end']);
/** Minutes between two minute values: the values that the standard allows (MinInterval). */
export const minuteSteps = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30] as const;
export const textEncoding = z.enum(['auto', 'utf-8', 'gbk']);
export const ackPolicy = z.enum(['flag', 'always', 'never']);

/** A wire code that differs from the national one, with the conversion to the factor's unit: value × scale + shift. */
export const agreementCode = z.object({
  wire_code: wireText(30).min(1, 'required'),
  component_id: id,
  scale: z
    .number()
    .refine((scale) => scale !== 0, 'zero_refused')
    .default(1),
  shift: z.number().default(0),
});
export type AgreementCode = z.output<typeof agreementCode>;

const areDistinct = (codes: readonly AgreementCode[]) =>
  new Set(codes.map(({ wire_code }) => wire_code)).size === codes.length;

/** Decides how a packet is decoded and whether it is accepted. */
const reading = {
  edition: edition.default('2017'),
  crc_mode: crcMode.default('hj212'),
  accept_wrong_length: z.boolean().default(true),
  label: periodLabel.default('start'),
  /** Length of a minute period, needed if labels are its end. */
  minute_step: z.literal(minuteSteps).default(1),
  /** Numbers that mean "no value". */
  sentinels: z.array(z.number()).max(20).default([]),
  codes: z.array(agreementCode).max(1000).refine(areDistinct, 'repeated').default([]),
};
/** An unsaved protocol for trying packets. */
export const agreementDraft = z.object(reading);
export type AgreementDraft = z.output<typeof agreementDraft>;

/** A protocol: the edition, and the tolerances for devices that deviate from it. */
export const agreements = resource({
  name: 'agreements',
  table: 'agreement',
  path: '/monitor/point/agreement',
  id: 'agreement_id',
  needs: 'agreement',
  fields: {
    agreement_name: name(),
    ...reading,
    ack: ackPolicy.default('flag'),
    check_password: z.boolean().default(true),
    /** `auto` uses UTF-8 if the text is valid UTF-8. */
    encoding: textEncoding.default('auto'),
    remark,
  },
  shows: { site_count: z.int() },
  search: ['agreement_name', 'remark'],
  filters: { edition: edition.optional() },
});

/** Names of the commands that upload data. */
export const dataTypes = resource({
  name: 'dataTypes',
  table: 'data_type',
  path: '/monitor/point/data_type',
  id: 'data_type_id',
  needs: 'dictionary',
  fields: {
    cn: text(4).regex(/^\d{4}$/, 'bad_format'),
    data_type_name: name(),
    data_type_name_en: text(80).default(''),
    remark,
  },
  search: ['cn', 'data_type_name', 'data_type_name_en'],
});
