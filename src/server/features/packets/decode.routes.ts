import { dataTypeOf, likelyEdition } from '#protocol/commands.ts';
import type { Frame } from '#protocol/frame.ts';
import { type Packet, parsePacket, versionOf } from '#protocol/packet.ts';
import { isMeasured, readReadings } from '#protocol/readings.ts';
import { withoutSecrets } from '#protocol/secrets.ts';
import { decodeText, encodeText } from '#protocol/text.ts';
import { framesIn } from '#protocol/whole.ts';
import type { Ctx } from '#server/app.ts';
import { handlers } from '#server/http/handlers.ts';
import { refuses } from '#server/ingest/admit.ts';
import { Directory, type KnownSite } from '#server/ingest/directory.ts';
import { toRow } from '#server/ingest/rows.ts';
import { seesSecrets } from '#server/scope.ts';
import { sourceOf } from '#server/series/packets.ts';
import { decoding, type Explained } from '#shared/contract/packets/packets.ts';
import { Fault } from '#shared/faults.ts';
import { explainGroups, explainHeader, type Knowledge, withoutSecretFields } from './explain.ts';
import { explainItem, isJson } from './explain-item.ts';
import {
  explainReading,
  type Factor,
  type Found,
  factorsOf,
  fateOf,
  nameOf,
  nothing,
  speakingBy,
  visibleSite,
  withMeaning,
} from './found.ts';
import { isAccepted, visiblePackets } from './visible-packets.ts';

export const decodeRoutes = handlers(decoding, {
  decode: async (ctx, asked) => {
    const found: Found =
      'raw' in asked
        ? {
            // Browsers remove carriage returns from pasted text.
            raw: encodeText(asked.raw.replace(/\r?\n/g, '\r\n')),
            received_at: ctx.now(),
            site_id: null,
            deviations: [],
            draft: asked.agreement,
          }
        : await stored(ctx, asked);
    const explained = isJson(found) ? [await explainItem(ctx, found)] : await explainFrames(ctx, found);
    const [first = nothing, ...further] = seesSecrets(ctx.user) ? explained : explained.map(masked);
    return { ...first, further };
  },
});

async function stored(ctx: Ctx, { packet_id, received_at }: { packet_id: number; received_at: string }) {
  const from = new Date(received_at);
  const to = new Date(from.getTime() + 1);
  const question = { ...(await visiblePackets(ctx)), packet_id, from, to };
  const [packet] = await ctx.series.packets(question, { limit: 1 });
  if (!packet) throw new Fault('no_data');
  const { raw, site_id, verdict, deviations } = packet;
  const accepted = isAccepted(packet);
  return {
    raw,
    site_id,
    verdict,
    deviations: [...deviations],
    accepted,
    source: sourceOf(packet),
    received_at: from,
  };
}

/** Limit of packets explained per call. */
const MOST_FRAMES = 100;

/** A stored packet is one frame; pasted text may contain several. */
async function explainFrames(ctx: Ctx, found: Found): Promise<Explained[]> {
  const frames = framesIn(found.raw).slice(0, found.source ? 1 : MOST_FRAMES);
  if (frames.length === 0) {
    return [{ ...nothing, ...decodeText(found.raw), actual_length: found.raw.length }];
  }
  const directory = new Directory(ctx.db);
  await directory.load();
  const known = new Map<string, Speaker>();
  const explained: Explained[] = [];
  for (const frame of frames) {
    const first = parsePacket(frame);
    // One MN may use two editions of the protocol.
    const key = `${first.mn} ${first.st} ${first.flag}`;
    const speaker = known.get(key) ?? (await speakerOf(ctx, found, directory, first));
    known.set(key, speaker);
    explained.push(explainFrame(found, frame, speaker));
  }
  return explained;
}

/** The device's site, protocol and factors. */
interface Speaker {
  site: Awaited<ReturnType<typeof visibleSite>>;
  speaks: KnownSite;
  factors: Map<string, Factor>;
}

/** Uses the site's protocol, code map and corrections, like the gateway. */
async function speakerOf(
  ctx: Ctx,
  found: Found,
  directory: Directory,
  { mn, flag, st }: Packet,
): Promise<Speaker> {
  const site = await visibleSite(ctx, directory, found, mn);
  const stranger = directory.stranger(mn, likelyEdition(versionOf(flag), st));
  const speaks = found.draft ? speakingBy(found.draft, stranger) : (site?.known ?? stranger);
  return { site, speaks, factors: await factorsOf(ctx, speaks) };
}

function explainFrame(found: Found, frame: Frame, { site, speaks, factors }: Speaker): Explained {
  const packet = parsePacket(frame, speaks.agreement.encoding);
  const asText = (bytes: Uint8Array) => decodeText(bytes, speaks.agreement.encoding);
  const { text, encoding } = asText(frame.raw);
  const knowledge: Knowledge = {
    edition: speaks.agreement.edition,
    site_name: site?.called,
    factorName: (code) => nameOf(factors.get(code)),
  };
  const mapped = toRow(speaks, packet, found.received_at);
  const { readings, others } = readReadings(packet);
  const isData = dataTypeOf(packet.cn) !== undefined;
  const measured = isData ? readings.filter((reading) => isMeasured(reading, packet.cn)) : [];
  // Parameters without a suffix are values if the protocol maps their code.
  const plain = isData ? others.filter(({ name }) => speaks.codes.has(name)) : [];
  const deviations = new Set([...found.deviations, ...packet.deviations, ...mapped.deviations]);
  const verdict = found.verdict ?? packet.verdict;
  return {
    form: 'frame',
    verdict,
    // Password errors are shown for received packets only; for pasted ones this would allow guessing passwords.
    ...fateOf(found, site, refuses({ ...packet, verdict }, speaks) !== 'verdict', mapped),
    deviations: [...deviations].map(withMeaning),
    site: site?.named ?? null,
    edition: knowledge.edition,
    encoding,
    text,
    declared_length: Number.isNaN(frame.declaredLength) ? null : frame.declaredLength,
    actual_length: frame.segment.length,
    crc_given: frame.crcGiven,
    crc_calculated: frame.crcCalculated,
    header: explainHeader(asText(frame.segment).text, packet, knowledge),
    groups: explainGroups(packet.cp, knowledge),
    data_ts: mapped.row?.ts.toISOString() ?? null,
    readings: [
      ...measured.map(({ factor, flag = '' }) => explainReading(factor, flag, factors, mapped.row)),
      ...plain.map(({ name }) => explainReading(name, '', factors, mapped.row)),
    ],
  };
}

function masked(explained: Explained): Explained {
  return {
    ...explained,
    text: withoutSecrets(explained.text),
    header: withoutSecretFields(explained.header),
    groups: explained.groups.map(withoutSecretFields),
  };
}
