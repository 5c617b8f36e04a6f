import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

// OWASP's second recommendation for argon2id: 19 MiB, two passes; about 40 ms per hash.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

let decoy: Promise<string> | undefined;

export function hashPassword(password: string): Promise<string> {
  return hash(password, options);
}

/**
 * Without a hash (unknown account) it verifies a decoy, so that the response time does not reveal which accounts exist.
 */
export async function isPassword(password_hash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(24).toString('base64url'));
  const matches = await verify(password_hash ?? (await decoy), password);
  return matches && password_hash !== undefined;
}
