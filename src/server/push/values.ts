import { cnOf } from '#protocol/commands.ts';
import type { Intake } from '#server/gateway/gateway.ts';
import type { KnownSite } from '#server/ingest/directory.ts';
import { type ItemSource, takeItem } from '#server/ingest/items.ts';
import type { Mapped } from '#server/ingest/rows.ts';
import type { Arrival } from '#server/ingest/writer.ts';
import type { RawPacket } from '#server/series/store.ts';
import { measuredItem } from '#shared/contract/items.ts';
import { problemsOf } from '#shared/contract/problems.ts';
import type { FieldProblem } from '#shared/faults.ts';

/** One JSON value on its way to the store, with feedback for its sender. */
export interface TakenValue {
  arrival: Arrival;
  /** Why it was refused. */
  failed: FieldProblem[];
  /** Parts that were ignored although the rest was accepted. */
  ignored: FieldProblem[];
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Undefined if it is not JSON in UTF-8. */
export function readJson(bytes: Uint8Array): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(utf8.decode(bytes)) };
  } catch {
    return undefined;
  }
}

/** The text of a list item; empty if it is nested too deeply to be written. */
export function textOf(value: unknown): Buffer {
  try {
    return Buffer.from(JSON.stringify(value));
  } catch {
    return Buffer.alloc(0);
  }
}

/** Rate limit for keeping refused values: people look at them, but a flood must not fill the disk. */
export function isKept({ oddFrames }: Intake, { arrival }: TakenValue): boolean {
  const { verdict, mn, received_at } = arrival.packet;
  return verdict === 'ok' || oddFrames.mayKeep(`json ${mn}`, received_at.getTime());
}

/** A value that a site sent: an accepted item, or one that is only kept for people to see. */
export function takeValue(
  { directory, notes }: Pick<Intake, 'directory' | 'notes'>,
  site: KnownSite,
  value: unknown,
  source: ItemSource,
): TakenValue {
  const { mn, item } = withoutMn(value);
  if (mn !== undefined && (typeof mn !== 'string' || directory.find(mn) !== site)) {
    return refused(site, source, 'wrong_mn', [{ field: 'mn', problem: 'wrong_mn' }]);
  }
  const parsed = measuredItem.safeParse(item, { reportInput: true });
  if (!parsed.success) return refused(site, source, 'bad_item', problemsOf(parsed.error));
  const { arrival, ...mapped } = takeItem(notes, site, parsed.data, source);
  if (!mapped.row) return { arrival, failed: reasonsOf(mapped), ignored: [] };
  const unknown = mapped.unmapped.map(({ wire_code }) => `values.${wire_code}`);
  return {
    arrival,
    failed: [],
    ignored: [
      ...[...new Set(unknown)].map((field) => ({ field, problem: 'unknown_code' })),
      ...mapped.deviations.map((problem) => ({ field: 'values', problem })),
    ],
  };
}

/** Separates the MN from the item next to it. */
export function withoutMn(value: unknown): { mn?: unknown; item: unknown } {
  if (typeof value !== 'object' || value === null || !('mn' in value)) return { item: value };
  const { mn, ...item } = value;
  return { mn, item };
}

function reasonsOf({ deviations, unmapped }: Mapped): FieldProblem[] {
  if (deviations.length > 0) return deviations.map((problem) => ({ field: 'time', problem }));
  return [{ field: 'values', problem: unmapped.length > 0 ? 'no_factor' : 'no_value' }];
}

function refused(site: KnownSite, source: ItemSource, deviation: string, failed: FieldProblem[]): TakenValue {
  return { arrival: { packet: keptOnly(site.mn, site, source, deviation) }, failed, ignored: [] };
}

/** A value that is only kept as it arrived, with what is wrong with it (possibly only its unknown MN). */
export function keptOnly(
  mn: string,
  site: KnownSite | undefined,
  { at, raw, remote }: ItemSource,
  deviation?: string,
): RawPacket {
  return {
    mn,
    ...callerOf(raw),
    qn: '',
    site_id: site?.site_id ?? null,
    received_at: at,
    outgoing: false,
    verdict: deviation ? 'malformed' : 'ok',
    deviations: deviation ? [deviation] : [],
    raw,
    remote,
  };
}

/** What an unregistered device says about itself; for a list, its first item. */
export function callerOf(raw: Uint8Array): Pick<RawPacket, 'st' | 'cn'> {
  const value = readJson(raw)?.value;
  const { data } = measuredItem.safeParse(withoutMn(Array.isArray(value) ? value[0] : value).item);
  return { st: data?.st ?? '', cn: data ? cnOf[data.data_type] : '' };
}
