import type { Edition } from '#protocol/commands.ts';
import { encodePacket, type Outgoing } from '#protocol/packet.ts';
import { withoutSecrets } from '#protocol/secrets.ts';
import { decodeText } from '#protocol/text.ts';
import type { KnownSite } from '#server/ingest/directory.ts';
import { fillWire } from '#shared/domain/command-template.ts';
import { type Plan, type PlannedRequest, wireTime } from './plan.ts';

const versions = { '2005': 0, '2017': 1, '2025': 2, water: 2 } as const;
/** System code (ST) for a device that has not sent one yet. */
const systems = { air: '22', water: '21', mobile: '22' } as const;

/** The addressee of a request, as it identifies itself. */
export interface Addressee {
  mn: string;
  st: string | undefined;
  pw: string;
  edition: Edition;
  site_type: KnownSite['site_type'];
}

/** The packet of a request. `decrypt` opens encrypted slots. */
export function requestPacket(
  { slots, list, secrets }: Pick<Plan, 'slots' | 'list' | 'secrets'>,
  planned: PlannedRequest,
  to: Addressee,
  { qn, now, decrypt }: { qn: string; now: Date; decrypt(stored: string): string },
): Outgoing {
  const opened = Object.fromEntries(secrets.map((slot) => [slot, decrypt(slots[slot] ?? '')]));
  return {
    qn,
    st: to.st ?? systems[to.site_type],
    cn: planned.cn,
    pw: planned.pw ? (opened[planned.pw] ?? '') : to.pw,
    mn: to.mn,
    flag: (versions[to.edition] << 2) | 1,
    cp: fillWire(planned.ask, { ...slots, ...opened, ...clockOf(planned, now) }, list),
  };
}

/** The clock is read only for requests that contain it: a batch makes thousands of requests. */
function clockOf({ ask }: PlannedRequest, now: Date): { now?: string } {
  return ask.includes('{now}') ? { now: wireTime(now) } : {};
}

/** The frame as text, without passwords. */
export function frameText(packet: Outgoing): string {
  return withoutSecrets(decodeText(encodePacket(packet)).text.trimEnd());
}
