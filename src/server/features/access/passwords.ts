import { hash, verify } from '@node-rs/argon2';

// OWASP's second choice for argon2id: 19 MiB, two passes. About 40 ms here, which is also what slows guessing.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, options);
}

export function isPassword(password_hash: string, password: string): Promise<boolean> {
  return verify(password_hash, password);
}
