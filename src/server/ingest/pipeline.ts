import type { Frame } from '#protocol/frame.ts';
import { type Packet, parsePacket } from '#protocol/packet.ts';
import { readReadings } from '#protocol/readings.ts';
import type { RawPacket } from '#server/series/store.ts';
import { refuses, TOLERATED } from './admit.ts';
import { toLogs } from './device-logs.ts';
import type { Directory, KnownSite } from './directory.ts';
import { heldOf } from './held.ts';
import type { PacketWriter } from './lanes.ts';
import type { Notes } from './notes.ts';
import { type Mapped, toRow } from './rows.ts';

/** The connection that a frame came from and that its answer goes to. */
export interface Peer {
  remote: string;
  /** Rate limit for keeping frames that are not accepted: a flood of them must not fill the disk. */
  mayKeepOdd(): boolean;
  /** A packet of this site arrived on this line. */
  heard(site: KnownSite, at: Date, packet: Packet, isData: boolean): void;
  /** A second valid password, while it is being changed. */
  alsoTakes(site: KnownSite): string | undefined;
  /** The command that this packet answers or, as history, belongs to. */
  answers(packet: Packet, site: KnownSite, at: Date, raw: Uint8Array): number | undefined;
  /** Counts the frames of this line that wait to be stored. */
  waiting(change: 1 | -1): void;
  /** This packet is durable: it may be acknowledged. */
  stored(packet: Packet, site: KnownSite): void;
}

export interface PipelineParts {
  directory: Directory;
  notes: Notes;
  writer: PacketWriter;
}

/**
 * The steps of a frame from the socket to the store; read this file first. The steps before the store decide what the
 * frame is; the store takes all of it or nothing; then log lines and the like are stored (`beside.ts`); only then is
 * the device acknowledged (`peer.stored`). Every step after the store is idempotent. Returns whether the packet was
 * accepted.
 */
export function take(parts: PipelineParts, frame: Frame, peer: Peer, at: Date): boolean {
  const first = parsePacket(frame);
  const site = parts.directory.find(first.mn);
  // The site decides the text encoding; nearly all packets are plain ASCII.
  const packet = site && first.encoding !== 'ascii' ? parsePacket(frame, site.agreement.encoding) : first;
  const refusal = refuses(packet, site, site && peer.alsoTakes(site));
  if (!site || refusal) {
    if (peer.mayKeepOdd()) {
      const found = [...packet.deviations, ...readReadings(packet).deviations];
      const deviations = [...new Set(refusal === 'wrong_pw' ? [...found, refusal] : found)];
      if (!refusal) parts.notes.unregistered(packet, frame.raw, peer.remote, at);
      peer.waiting(1);
      parts.writer.push({
        packet: received(packet, frame, site, peer, at, deviations),
        settle: () => peer.waiting(-1),
      });
    }
    return !refusal;
  }
  const command_id = peer.answers(packet, site, at, frame.raw);
  // Values that were requested are marked as resupplied, however recent they are.
  const mapped = toRow(site, command_id === undefined ? packet : { ...packet, rf: true }, at);
  peer.heard(site, at, packet, mapped.row !== undefined);
  if (mapped.unmapped.length > 0) parts.notes.unmapped(site, mapped.unmapped, at);
  peer.waiting(1);
  const kept = received(packet, frame, site, peer, at, allDeviations(packet, mapped), command_id);
  parts.writer.push({
    packet: kept,
    reading: mapped.row,
    held: heldOf(site, kept, mapped),
    logs: toLogs(site, packet, at),
    settle: (stored) => {
      // Acknowledge first: once nothing is waiting, a line that the peer has half-closed is closed here too.
      if (stored) peer.stored(packet, site);
      peer.waiting(-1);
    },
  });
  return true;
}

/** The frame as it is stored. Written out field by field: spreading objects would cost more than parsing the header. */
function received(
  { mn, st, cn, qn, verdict }: Packet,
  { raw }: Frame,
  site: KnownSite | undefined,
  { remote }: Peer,
  received_at: Date,
  deviations: readonly string[],
  command_id?: number,
): RawPacket {
  const site_id = site?.site_id ?? null;
  return {
    received_at,
    outgoing: false,
    site_id,
    mn,
    st,
    cn,
    qn,
    verdict,
    deviations,
    raw,
    remote,
    command_id,
  };
}

/** Includes `tolerated`, because the protocol may be a different one tomorrow. */
function allDeviations(packet: Packet, mapped: Mapped): readonly string[] {
  if (packet.verdict === 'ok' && mapped.deviations.length === 0) return packet.deviations;
  const tolerated = packet.verdict === 'ok' ? [] : [TOLERATED];
  return [...new Set([...packet.deviations, ...mapped.deviations, ...tolerated])];
}
