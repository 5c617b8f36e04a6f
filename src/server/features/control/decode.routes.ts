import { dataTypeOf, likelyEdition } from '#protocol/commands.ts';
import { parsePacket, versionOf } from '#protocol/packet.ts';
import { isMeasured, readReadings } from '#protocol/readings.ts';
import { withoutSecrets } from '#protocol/secrets.ts';
import { decodeText, encodeText } from '#protocol/text.ts';
import { framesIn } from '#protocol/whole.ts';
import { sql } from '#server/db/sql.ts';
import type { Ctx } from '#server/http/ctx.ts';
import { handlers } from '#server/http/handlers.ts';
import { refuses } from '#server/ingest/admit.ts';
import { Directory } from '#server/ingest/directory.ts';
import { toRow } from '#server/ingest/rows.ts';
import { seesSecrets } from '#server/scope.ts';
import { decoding, type Explained } from '#shared/contract/packets.ts';
import { Fault } from '#shared/faults.ts';
import { explainGroups, explainHeader, type Knowledge, withoutSecretFields } from './explain.ts';
import { explainItem, isJson } from './explain-item.ts';
import {
  explainReading,
  type Found,
  factorsOf,
  nameOf,
  nothing,
  speakingBy,
  visibleSite,
  withMeaning,
} from './found.ts';
import { visiblePackets } from './packets.routes.ts';

export const decodeRoutes = handlers(decoding, {
  decode: async (ctx, asked) => {
    const found: Found =
      'raw' in asked
        ? {
            raw: encodeText(asked.raw),
            received_at: ctx.now(),
            site_id: null,
            deviations: [],
            draft: asked.agreement,
          }
        : await stored(ctx, asked);
    const explained = isJson(found) ? await explainItem(ctx, found) : await explainFrame(ctx, found);
    return seesSecrets(ctx.user) ? explained : masked(explained);
  },
});

async function stored(ctx: Ctx, { packet_id, received_at }: { packet_id: number; received_at: string }) {
  const row = await ctx.db.one<Omit<Found, 'received_at'>>(sql`
    select raw, site_id, verdict, accepted, deviations, source from (${visiblePackets(ctx)}) rows
     where received_at = ${received_at} and packet_id = ${packet_id}`);
  if (!row) throw new Fault('no_data');
  return { ...row, received_at: new Date(received_at) };
}

async function explainFrame(ctx: Ctx, found: Found): Promise<Explained> {
  const [frame] = framesIn(found.raw);
  if (!frame) return { ...nothing, ...decodeText(found.raw), actual_length: found.raw.length };
  const first = parsePacket(frame);
  // As the gateway reads it: the site's own protocol, code map and corrections.
  const directory = new Directory(ctx.db);
  await directory.load();
  const site = await visibleSite(ctx, directory, found, first.mn);
  const stranger = directory.stranger(first.mn, likelyEdition(versionOf(first.flag), first.st));
  const speaker = found.draft ? speakingBy(found.draft, stranger) : (site?.known ?? stranger);
  const packet = parsePacket(frame, speaker.agreement.encoding);
  const asText = (bytes: Uint8Array) => decodeText(bytes, speaker.agreement.encoding);
  const { text, encoding } = asText(frame.raw);
  const factors = await factorsOf(ctx, speaker);
  const knowledge: Knowledge = {
    edition: speaker.agreement.edition,
    site_name: site?.named.site_name,
    factorName: (code) => nameOf(factors.get(code)),
  };
  const mapped = toRow(speaker, packet, found.received_at);
  const { readings, others } = readReadings(packet);
  const measured = readings.filter((reading) => isMeasured(reading, packet.cn));
  // Items without a suffix are values too where the protocol says so.
  const plain = dataTypeOf(packet.cn) ? others.filter(({ name }) => speaker.codes.has(name)) : [];
  const deviations = new Set([...found.deviations, ...packet.deviations, ...mapped.deviations]);
  const verdict = found.verdict ?? packet.verdict;
  return {
    form: 'frame',
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
