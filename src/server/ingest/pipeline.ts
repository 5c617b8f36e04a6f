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

/** Where a frame came from, and where its answer goes. */
export interface Peer {
  remote: string;
  /** May a frame that does not count still be kept? A flood of them may not fill the disk. */
  mayKeepOdd(): boolean;
  /** Something of this site was heard on this line. */
  heard(site: KnownSite, at: Date, packet: Packet, isData: boolean): void;
  /** A password that counts beside the site's own, while it is being changed. */
  alsoTakes(site: KnownSite): string | undefined;
  /** Something was asked of the device: the command that this packet answers or, as history, belongs to. */
  answers(packet: Packet, site: KnownSite, at: Date, raw: Uint8Array): number | undefined;
  /** A frame of this line is on its way to the store, or has arrived there or failed to. */
  waiting(change: 1 | -1): void;
  /** What this packet said is durable. */
  stored(packet: Packet, site: KnownSite): void;
}

export interface PipelineParts {
  directory: Directory;
  notes: Notes;
  writer: PacketWriter;
}

/**
 * A frame's way into the product; the file to read first. Steps up to the store decide what it is; the store takes all
 * of it or nothing; what it says beside its values (`beside.ts`) is written down next; a device hears of it only
 * afterwards (`peer.stored`). Whatever follows the store can be repeated. Returns whether the packet counted.
 */
export function take(parts: PipelineParts, frame: Frame, peer: Peer, at: Date): boolean {
  const first = parsePacket(frame);
  const site = parts.directory.find(first.mn);
  // Whose text it is decides how it is read; nearly all packets are plain ASCII.
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
  // What was asked for is resupplied, however fresh it is.
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
      // Answered first: with nothing left to wait for, a line that its peer has closed is closed here too.
      if (stored) peer.stored(packet, site);
      peer.waiting(-1);
    },
  });
  return true;
}

/** The frame as it is kept. Field by field: spreading objects costs more than reading the packet's header. */
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

/** Among them whether its protocol let a bad verdict pass: that protocol may be another one tomorrow. */
function allDeviations(packet: Packet, mapped: Mapped): readonly string[] {
  if (packet.verdict === 'ok' && mapped.deviations.length === 0) return packet.deviations;
  const tolerated = packet.verdict === 'ok' ? [] : [TOLERATED];
  return [...new Set([...packet.deviations, ...mapped.deviations, ...tolerated])];
}
