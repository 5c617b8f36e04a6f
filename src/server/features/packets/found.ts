import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { NOT_STORED } from '#server/ingest/admit.ts';
import type { CodeTarget, Directory, KnownSite } from '#server/ingest/directory.ts';
import type { Mapped } from '#server/ingest/rows.ts';
import { englishSiteName } from '#server/places/site-names.ts';
import { type NamedSite, scope } from '#server/scope.ts';
import type { ReadingRow } from '#server/series/store.ts';
import type { Both, Explained, ExplainedReading, PacketSource } from '#shared/contract/packets/packets.ts';
import type { AgreementDraft } from '#shared/contract/site-config/agreements.ts';
import { both } from './explain.ts';

/** A packet to explain, with the results of its reception if it was received. */
export interface Found {
  raw: Uint8Array;
  received_at: Date;
  site_id: number | null;
  verdict?: Explained['verdict'];
  accepted?: boolean;
  deviations: string[];
  /** Set for received packets. */
  source?: PacketSource;
  /** An unsaved protocol to decode with, instead of the site's. */
  draft?: AgreementDraft;
}

/** The answer for input without a packet. */
export const nothing: Explained = {
  form: 'frame',
  verdict: 'malformed',
  accepted: false,
  unstored: 'verdict',
  deviations: [withMeaning('no_frame')],
  site: null,
  edition: '2017',
  encoding: 'unknown',
  text: '',
  declared_length: null,
  actual_length: 0,
  crc_given: '',
  crc_calculated: '',
  header: [],
  groups: [],
  data_ts: null,
  readings: [],
};

export function withMeaning(deviation: string): Explained['deviations'][number] {
  return { deviation, meaning: both(`wire.deviation_${deviation}`) };
}

/** Whether the packet is accepted, and otherwise why not. Valid packets of unregistered devices are kept separately. */
export function fateOf(
  found: Found,
  site: unknown,
  isRight: boolean,
  { row, deviations }: Mapped,
): Pick<Explained, 'accepted' | 'unstored'> {
  const isStranger = found.accepted === undefined ? !site && !found.draft : found.site_id === null;
  const accepted = found.accepted ?? (isRight && !isStranger);
  if (accepted) return { accepted, unstored: !row && deviations.some(isOfTime) ? 'time' : null };
  if (found.deviations.includes('wrong_pw')) return { accepted, unstored: 'wrong_pw' };
  if (found.deviations.includes(NOT_STORED)) return { accepted, unstored: 'database' };
  return { accepted, unstored: isRight && isStranger ? 'stranger' : 'verdict' };
}

function isOfTime(deviation: string): boolean {
  return ['future_time', 'too_old', 'no_data_time', 'odd_data_time'].includes(deviation);
}

/** A device with an unsaved protocol: no password check and no corrections. */
export function speakingBy({ codes, ...settings }: AgreementDraft, stranger: KnownSite): KnownSite {
  const own = codes.map(({ wire_code, component_id, scale, shift }): [string, CodeTarget] => [
    wire_code,
    { fid: component_id, scale, shift },
  ]);
  return {
    ...stranger,
    agreement: { ...stranger.agreement, ...settings },
    codes: new Map([...stranger.codes, ...own]),
  };
}

/** The site of a packet; undefined if the user may not see it. */
export async function visibleSite(
  { db, user }: Ctx,
  directory: Directory,
  found: Found,
  mn: string,
): Promise<{ known: KnownSite; named: NamedSite; called: Both } | undefined> {
  const known = found.site_id === null ? directory.find(mn) : directory.site(found.site_id);
  if (!known) return undefined;
  const row = await db.one<NamedSite & { site_name_en: string }>(sql`
    select s.site_id, s.mn, s.site_name, s.site_name_en from site s
     where s.site_id = ${known.site_id} and ${scope(user, sql`s.site_id`)}`);
  if (!row) return undefined;
  const { site_name_en, ...named } = row;
  const called = { zh: named.site_name, en: englishSiteName(named.site_name, site_name_en) };
  return { known, named, called };
}

export type Factor = Pick<ExplainedReading, 'unit' | 'decimals'> & {
  component_id: number;
  component_name: string;
  component_name_en: string;
};

/** Factors by the codes of this device. */
export async function factorsOf({ db }: Ctx, speaker: KnownSite): Promise<Map<string, Factor>> {
  const rows = await db.rows<Factor>(sql`
    select c.component_id, c.component_name, c.component_name_en, c.unit,
           coalesce(d.decimals, c.decimals) as decimals
      from component c left join device_factor d on d.component_id = c.component_id and d.site_id = ${speaker.site_id}`);
  const byId = new Map(rows.map((factor) => [factor.component_id, factor]));
  return new Map(
    [...speaker.codes].flatMap(([code, { fid }]) => {
      const factor = byId.get(fid);
      return factor ? [[code, factor] as const] : [];
    }),
  );
}

export function nameOf(factor: Factor | undefined): Both | null {
  return factor ? { zh: factor.component_name, en: factor.component_name_en || factor.component_name } : null;
}

/** A code of a packet with its stored value. */
export function explainReading(
  wire_code: string,
  flag: string,
  factors: ReadonlyMap<string, Factor>,
  row: ReadingRow | undefined,
): ExplainedReading {
  const known = factors.get(wire_code);
  const at = known && row ? row.fids.indexOf(known.component_id) : -1;
  return {
    wire_code,
    component_id: known?.component_id ?? null,
    component_name: known?.component_name ?? null,
    component_name_en: known?.component_name_en ?? null,
    unit: known?.unit ?? '',
    decimals: known?.decimals ?? 2,
    value: row?.avg[at] ?? null,
    min: row?.min?.[at] ?? null,
    max: row?.max?.[at] ?? null,
    flag,
  };
}
