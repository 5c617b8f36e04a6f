import {
  type AgreementDraft,
  agreementCode,
  agreementDraft,
} from '#shared/contract/site-config/agreements.ts';
import type { Values } from '#web/ui/form-field.ts';

/** The protocol as currently edited, without incomplete code rows. */
export function draftOf(values: Values): AgreementDraft | undefined {
  const codes = Array.isArray(values.codes) ? values.codes : [];
  const finished = codes.filter((line) => agreementCode.safeParse(line).success);
  return agreementDraft.safeParse({ ...values, codes: finished }).data;
}
