import { timingSafeEqual } from 'node:crypto';
import type { Packet } from '#protocol/packet.ts';
import type { KnownSite } from './directory.ts';

/** Noted with a packet whose verdict is bad and that counts all the same. */
export const TOLERATED = 'tolerated';
/** Noted with a packet whose values the database refused. */
export const NOT_STORED = 'not_stored';

/**
 * Whether a packet may count. The codec records what is wrong with a frame and repairs nothing; the site's protocol
 * says what is tolerated. `alsoTaken` is a password that counts beside the site's own. Returns why not, or nothing.
 */
export function refuses(
  packet: Packet,
  site: KnownSite | undefined,
  alsoTaken?: string,
): 'verdict' | 'wrong_pw' | undefined {
  const { verdict, deviations } = packet;
  const agreement = site?.agreement;
  if (verdict === 'malformed') return 'verdict';
  // Cut off inside its content: its last value may be half of one, whatever check its protocol wants.
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
 * A site without a password has nothing to check against: its packets count, and people see that it is not checked.
 * Compared in constant time: nobody finds a password out letter by letter.
 */
function isWrong(given: string, secret: string | undefined): boolean {
  if (secret === '') return false;
  if (secret === undefined) return true;
  const [a, b] = [Buffer.from(given), Buffer.from(secret)];
  return a.length !== b.length || !timingSafeEqual(a, b);
}
