import { likelyEdition } from '#protocol/commands.ts';
import { type Packet, parsePacket, versionOf } from '#protocol/packet.ts';
import { isMeasured, readReadings } from '#protocol/readings.ts';
import { withoutSecrets } from '#protocol/secrets.ts';
import { decodeText, encodeText } from '#protocol/text.ts';
import { framesIn } from '#protocol/whole.ts';
import { sql } from '#server/db/sql.ts';
import type { Ctx } from '#server/http/ctx.ts';
import { handlers } from '#server/http/handlers.ts';
import { refuses } from '#server/ingest/admit.ts';
import { type CodeTarget, Directory, type KnownSite } from '#server/ingest/directory.ts';
import { toRow } from '#server/ingest/rows.ts';
import { type NamedSite, scope, seesSecrets } from '#server/scope.ts';
import type { AgreementDraft } from '#shared/contract/agreements.ts';
import { decoding, type Explained, type ExplainedReading } from '#shared/contract/packets.ts';
import { Fault } from '#shared/faults.ts';
import { both, explainGroups, explainHeader, type Knowledge, withoutSecretFields } from './explain.ts';
import { visiblePackets } from './packets.routes.ts';

/** A frame to explain, with what was found when it arrived. */
interface Found {
  raw: Uint8Array;
  received_at: Date;
  site_id: number | null;
  verdict?: Explained['verdict'];
  accepted?: boolean;
  deviations: string[];
  /** The protocol to read it by, instead of its site's. */
  draft?: AgreementDraft;
}

export const decodeRoutes = handlers(decoding, {
  decode: async (ctx, asked) => {
    const found =
      'raw' in asked
        ? {
            raw: encodeText(asked.raw),
            received_at: ctx.now(),
            site_id: null,
            deviations: [],
            draft: asked.agreement,
          }
        : await stored(ctx, asked);
    const explained = await explain(ctx, found);
    return seesSecrets(ctx.user) ? explained : masked(explained);
  },
});

async function stored(ctx: Ctx, { packet_id, received_at }: { packet_id: number; received_at: string }) {
  const row = await ctx.db.one<Omit<Found, 'received_at'>>(sql`
    select raw, site_id, verdict, accepted, deviations from (${visiblePackets(ctx)}) rows
     where received_at = ${received_at} and packet_id = ${packet_id}`);
  if (!row) throw new Fault('no_data');
  return { ...row, received_at: new Date(received_at) };
}

async function explain(ctx: Ctx, found: Found): Promise<Explained> {
  const [frame] = framesIn(found.raw);
  if (!frame) return { ...nothing, ...decodeText(found.raw), actual_length: found.raw.length };
  const first = parsePacket(frame);
  // As the gateway reads it: the site's own protocol, code map and corrections.
  const directory = new Directory(ctx.db);
  await directory.load();
  const site = await visibleSite(ctx, directory, found, first);
  const stranger = directory.stranger(first.mn, likelyEdition(versionOf(first.flag), first.st));
  const speaker = found.draft ? speakingBy(found.draft, stranger) : (site?.known ?? stranger);
  const packet = parsePacket(frame, speaker.agreement.encoding);
  const { text, encoding } = decodeText(found.raw, speaker.agreement.encoding);
  const factors = await factorsOf(ctx, speaker);
  const knowledge: Knowledge = {
    edition: speaker.agreement.edition,
    site_name: site?.named.site_name,
    factorName: (code) => {
      const factor = factors.get(code);
      return factor
        ? { zh: factor.component_name, en: factor.component_name_en || factor.component_name }
        : null;
    },
  };
  const mapped = toRow(speaker, packet, found.received_at);
  const measured = readReadings(packet).readings.filter((reading) => isMeasured(reading, packet.cn));
  const deviations = new Set([...found.deviations, ...packet.deviations, ...mapped.deviations]);
  const verdict = found.verdict ?? packet.verdict;
  return {
    verdict,
    // Whether a password is right is told for what was received, not for what anyone may paste and try.
    accepted: found.accepted ?? refuses({ ...packet, verdict }, speaker) !== 'verdict',
    deviations: [...deviations].map(withMeaning),
    site: site?.named ?? null,
    edition: knowledge.edition,
    encoding,
    text,
    declared_length: Number.isNaN(frame.declaredLength) ? null : frame.declaredLength,
    actual_length: frame.segment.length,
    crc_given: frame.crcGiven,
    crc_calculated: frame.crcCalculated,
    header: explainHeader(packet, knowledge),
    groups: explainGroups(packet.cp, knowledge),
    data_ts: mapped.row?.ts.toISOString() ?? null,
    readings: measured.map(({ factor, flag = '' }) => {
      const known = factors.get(factor);
      const at = known && mapped.row ? mapped.row.fids.indexOf(known.component_id) : -1;
      return {
        wire_code: factor,
        component_id: known?.component_id ?? null,
        component_name: known?.component_name ?? null,
        component_name_en: known?.component_name_en ?? null,
        unit: known?.unit ?? '',
        decimals: known?.decimals ?? 2,
        value: mapped.row?.avg[at] ?? null,
        min: mapped.row?.min?.[at] ?? null,
        max: mapped.row?.max?.[at] ?? null,
        flag,
      };
    }),
  };
}

const nothing: Explained = {
  verdict: 'malformed',
  accepted: false,
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

/** A device that follows a protocol which no site has yet: no password to check, no corrections of its own. */
function speakingBy({ codes, ...settings }: AgreementDraft, stranger: KnownSite): KnownSite {
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

function withMeaning(deviation: string): Explained['deviations'][number] {
  return { deviation, meaning: both(`wire.deviation_${deviation}`) };
}

/** The site behind a packet, if the user may see it; to others it is a stranger. */
async function visibleSite(
  { db, user }: Ctx,
  directory: Directory,
  found: Found,
  packet: Packet,
): Promise<{ known: KnownSite; named: NamedSite } | undefined> {
  const known =
    found.site_id === null
      ? directory.find(packet.mn)
      : [...directory.sites].find(({ site_id }) => site_id === found.site_id);
  if (!known) return undefined;
  const named = await db.one<NamedSite>(sql`
    select s.site_id, s.mn, s.site_name from site s
     where s.site_id = ${known.site_id} and ${scope(user, sql`s.site_id`)}`);
  return named && { known, named };
}

type Factor = Pick<ExplainedReading, 'unit' | 'decimals'> & {
  component_id: number;
  component_name: string;
  component_name_en: string;
};

/** Factors by the codes that this device sends them under. */
async function factorsOf({ db }: Ctx, speaker: KnownSite): Promise<Map<string, Factor>> {
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

function masked(explained: Explained): Explained {
  return {
    ...explained,
    text: withoutSecrets(explained.text),
    header: withoutSecretFields(explained.header),
    groups: explained.groups.map(withoutSecretFields),
  };
}
