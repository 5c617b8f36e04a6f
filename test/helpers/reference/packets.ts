import { secretCommands } from '#protocol/secrets.ts';
import { type LateLabel, type PacketsQuestion, sourceOf } from '#server/series/packets.ts';
import type { RawPacket, SeriesStore, StoredPacket } from '#server/series/store.ts';
import { parseTime } from '#shared/domain/time.ts';
import type { Memory } from './memory.ts';

/** Raw packets. The ID is the position in the order of arrival. */
export function packets(memory: Memory): Pick<SeriesStore, 'packets' | 'eachPacket' | 'countPackets'> {
  const found = (question: PacketsQuestion, oldest_first = false): StoredPacket[] => {
    const meant = memory.packets
      .map((packet, place) => ({ ...packet, packet_id: place + 1, command_id: packet.command_id ?? null }))
      .filter((packet) => isMeant(packet, question))
      .sort((a, b) => a.received_at.getTime() - b.received_at.getTime() || a.packet_id - b.packet_id)
      .map((packet) => ({ ...packet, received_at: packet.received_at.toISOString() }));
    return oldest_first ? meant : meant.toReversed();
  };
  return {
    packets: async (question, { limit, offset = 0, oldest_first }) =>
      found(question, oldest_first).slice(offset, offset + limit),
    eachPacket: async function* (question, oldest_first) {
      yield found(question, oldest_first);
    },
    countPackets: async (question, most = Number.POSITIVE_INFINITY) => Math.min(most, found(question).length),
  };
}

type Numbered = Omit<RawPacket, 'command_id'> & Pick<StoredPacket, 'packet_id' | 'command_id'>;

function isMeant(packet: Numbered, question: PacketsQuestion): boolean {
  const { from, to, deviation, source, text, searched, values_from, values_to, labels } = question;
  const equal = (['packet_id', 'outgoing', 'st', 'cn', 'verdict', 'command_id'] as const).every(
    (part) => question[part] === undefined || question[part] === packet[part],
  );
  if (!equal || !isSpokenBy(packet, question)) return false;
  if (packet.received_at < from || (to && packet.received_at >= to)) return false;
  if (deviation !== undefined && !packet.deviations.includes(deviation)) return false;
  if (source && sourceOf(packet) !== source) return false;
  if (text && !holds(searched === 'content' ? contentOf(packet) : packet.raw, text)) return false;
  if (!values_from && !values_to) return true;
  const begins = periodOf(packet, labels);
  return (
    begins !== undefined && !(values_from && begins < values_from) && !(values_to && begins >= values_to)
  );
}

function isSpokenBy({ site_id, mn }: Numbered, { site_ids, strangers }: PacketsQuestion): boolean {
  if (site_id !== null) return site_ids.includes(site_id);
  if (!strangers || strangers.except.includes(mn.toLowerCase())) return false;
  return strangers.mn === undefined || strangers.mn === mn;
}

function contentOf(packet: Numbered): Uint8Array {
  if (sourceOf(packet) !== 'tcp') return packet.raw;
  const at = Buffer.from(packet.raw).indexOf('CP=&&');
  return at < 0 || secretCommands.includes(packet.cn) ? new Uint8Array() : packet.raw.subarray(at);
}

function holds(bytes: Uint8Array, text: string): boolean {
  return Buffer.from(bytes).includes(text) || new TextDecoder('gb18030').decode(bytes).includes(text);
}

/** Start of the period that a frame or a JSON item is about. */
function periodOf(packet: Numbered, labels: readonly LateLabel[] = []): Date | undefined {
  const text = Buffer.from(packet.raw).toString('latin1');
  if (sourceOf(packet) !== 'tcp' && packet.verdict === 'ok' && packet.site_id !== null) {
    const said = /"time"\s*:\s*"([12]\d{3}-[^"]*)"/.exec(text)?.[1];
    if (!said) return undefined;
    return /(Z|[+-]\d\d:\d\d)$/.test(said) ? new Date(said) : parseTime(said);
  }
  const digits = /DataTime=(\d{14})/.exec(text)?.[1];
  if (!digits) return undefined;
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(digits) ?? [];
  const [year, month, day, hour, minute, second] = parts;
  const named = parseTime(`${year}-${month}-${day} ${hour}:${minute}:${second}`);
  const late = labels.find(
    ({ site_ids, cn }) => cn === packet.cn && packet.site_id !== null && site_ids.includes(packet.site_id),
  );
  return named && new Date(named.getTime() - (late?.later_ms ?? 0));
}
