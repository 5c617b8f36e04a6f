import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { type Challenge, signIn } from '#shared/contract/access/sign-in.ts';
import { type Client, Refused } from './app.ts';
import { solve } from './proof.ts';

/** The last code sent to a number, read from the table of the default provider. */
export async function lastCode(db: Db, mobile: string): Promise<string> {
  const row = await db.one<{ code: string }>(sql`
    select substring(body from '[0-9]{6}') as code from message
     where recipient = ${mobile} order by message_id desc limit 1`);
  return row?.code ?? '';
}

/** Requests a code like the page: the first answer is a challenge, the second request contains its solution. */
export async function askCode(client: Client, mobile: string, purpose?: 'register' | 'password') {
  const asked = await client.send(signIn.sendCode, { mobile, purpose }).catch((error: unknown) => error);
  if (!(asked instanceof Refused) || asked.fault !== 'code_required') {
    throw asked instanceof Error ? asked : new Error('a code was sent without a proof of work');
  }
  const proof = solve(asked.envelope.data as Challenge);
  return client.send(signIn.sendCode, { mobile, purpose, proof });
}
