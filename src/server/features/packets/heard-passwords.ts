import { withoutStrayCommas } from '#protocol/packet.ts';
import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { decryptPassword, passwordMark } from '#server/settings/device-passwords.ts';
import { Fault } from '#shared/faults.ts';

/** A password received with an MN; empty if the packets had none. */
export interface HeardPassword {
  mark: string;
  pw: string;
  packets: number;
  last_at: string;
  remote: string;
}

type Parts = Pick<Ctx, 'db' | 'secrets'>;

/** Passwords of an MN, the most frequent first. MNs are compared case-insensitively, as for sites. */
export async function heardPasswords(parts: Parts, mn: string): Promise<HeardPassword[]> {
  const { db, secrets } = parts;
  const rows = await db.rows<Omit<HeardPassword, 'pw'> & { secret: string }>(sql`
    select mark, (array_agg(secret order by last_at desc))[1] as secret, sum(packets)::bigint as packets,
           max(last_at) as last_at, (array_agg(remote order by last_at desc))[1] as remote
      from unregistered_password where lower(mn) = lower(${mn}) group by mark
     order by sum(packets) desc, max(last_at) desc, mark`);
  // A password encrypted with the secret of another data folder is skipped; the next packet stores it again.
  const heard = rows.flatMap(({ secret, ...row }) => {
    const pw = decryptPassword(secret, secrets.signing_secret);
    return pw === undefined ? [] : [{ ...row, pw }];
  });
  return heard.length > 0 ? heard : ofLastPacket(parts, mn);
}

/** Fallback for devices whose packets arrived before passwords were recorded. */
async function ofLastPacket({ db, secrets }: Parts, mn: string): Promise<HeardPassword[]> {
  const device = await db.one<{ last_packet: string | null; last_at: string; remote: string | null }>(
    sql`select last_packet, last_at, remote from unregistered_device where mn = ${mn}`,
  );
  const pw = passwordIn(device?.last_packet ?? '');
  if (!device || pw === '') return [];
  const { last_at, remote } = device;
  return [{ mark: passwordMark(pw, secrets.signing_secret), pw, packets: 1, last_at, remote: remote ?? '' }];
}

function passwordIn(packet: string): string {
  return withoutStrayCommas(/(?<![A-Za-z])PW\s*=([^;]*)/i.exec(packet)?.[1] ?? '');
}

/** The password of the new site: the chosen one, none if '' was chosen, or the only one received. */
export function chosenPassword(heard: readonly HeardPassword[], mark: string | undefined): string {
  const [only] = heard;
  if (mark === '') return '';
  if (mark !== undefined) {
    const chosen = heard.find((one) => one.mark === mark);
    if (!chosen) throw new Fault('parameter_error', { fields: [{ field: 'pw', problem: 'pw_not_heard' }] });
    return chosen.pw;
  }
  if (heard.length > 1)
    throw new Fault('parameter_error', { fields: [{ field: 'pw', problem: 'pw_several' }] });
  return only?.pw ?? '';
}

/** Minimum length for showing the first and last character. */
const SHOWN_ENDS = 6;
const HIDDEN = '••••';

/** Distinguishes passwords without revealing them or their length. */
export function maskedPassword(pw: string): string {
  return pw.length < SHOWN_ENDS ? HIDDEN : `${pw.at(0)}${HIDDEN}${pw.at(-1)}`;
}
