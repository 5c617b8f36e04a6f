import { type KnownSite, standardAgreement } from '#server/ingest/directory.ts';

/** A site of the gateway's directory without a database; by default with the standard protocol. */
export function knownSite({
  agreement,
  ...change
}: Partial<Omit<KnownSite, 'agreement'>> & {
  agreement?: Partial<KnownSite['agreement']>;
} = {}): KnownSite {
  return {
    site_id: 7,
    mn: 'MN1',
    site_type: 'air',
    secret: '',
    interval_seconds: 60,
    started_at: null,
    codes: new Map(),
    corrections: new Map(),
    ...change,
    agreement: { ...standardAgreement, agreement_id: 1, ...agreement },
  };
}
