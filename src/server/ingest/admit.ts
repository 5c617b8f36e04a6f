import { timingSafeEqual } from 'node:crypto';
import type { Packet } from '#protocol/packet.ts';
import type { KnownSite } from './directory.ts';

/** Deviation recorded with a packet that is accepted although its check failed (its protocol tolerates that). */
export const TOLERATED = 'tolerated';
/** Deviation recorded with a packet whose values the database rejected; only its bytes are kept. */
export const NOT_STORED = 'not_stored';

/**
 * Decides whether a packet is accepted. The codec records what is wrong with a frame and repairs nothing; the site's
 * protocol says what is tolerated. `alsoTaken` is a second password that is valid beside the site's own. Returns the
 * reason for refusal, or undefined.
 */
export function refuses(
  packet: Packet,
  site: KnownSite | undefined,
  alsoTaken?: string,
): 'verdict' | 'wrong_pw' | undefined {
  const { verdict, deviations } = packet;
  const agreement = site?.agreement;
  if (verdict === 'malformed') return 'verdict';
  // Truncated content is refused whatever the protocol tolerates: the last value may be incomplete.
  if (deviations.includes('expired') && deviations.includes('cp_not_closed')) return 'verdict';
  if (verdict === 'bad_length' && agreement && !agreement.accept_wrong_length) return 'verdict';
  if (verdict === 'bad_crc') {
    const mode = agreement?.crc_mode ?? 'hj212';
    const tolerated =
      mode === 'none' ||
      (mode === 'modbus' && deviations.includes('crc_modbus')) ||
      (mode === 'modbus_swapped' && deviations.includes('crc_modbus_swapped'));
    if (!tolerated) return 'verdict';
  }
  if (!site || !agreement?.check_password || !isWrong(packet.pw, site.secret)) return undefined;
  return alsoTaken !== undefined && !isWrong(packet.pw, alsoTaken) ? undefined : 'wrong_pw';
}

/**
 * A site without a password has nothing to check against: its packets are accepted, and the pages mark it as unchecked.
 * Constant-time comparison, against timing attacks.
 */
function isWrong(given: string, secret: string | undefined): boolean {
  if (secret === '') return false;
  if (secret === undefined) return true;
  const [a, b] = [Buffer.from(given), Buffer.from(secret)];
  return a.length !== b.length || !timingSafeEqual(a, b);
}
