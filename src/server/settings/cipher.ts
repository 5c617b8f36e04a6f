import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

const keys = new Map<string, Buffer>();

/**
 * Derived from the data folder's secret, so that a copy of the database alone reveals nothing. Cached, because there
 * are thousands of sites.
 */
function keyOf(signingSecret: string): Buffer {
  const known = keys.get(signingSecret);
  if (known) return known;
  const key = Buffer.from(hkdfSync('sha256', signingSecret, '', 'lanjing platform secrets', 32));
  keys.set(signingSecret, key);
  return key;
}

/** AES-256-GCM; `name` is authenticated too, so that one secret cannot be put in another's place. */
export function encrypt(text: string, name: string, signingSecret: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(signingSecret), iv).setAAD(Buffer.from(name));
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64');
}

/** Undefined if it was encrypted with another key or has been tampered with. */
export function decrypt(secret: string, name: string, signingSecret: string): string | undefined {
  const bytes = Buffer.from(secret, 'base64');
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(signingSecret), bytes.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(name))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
