// Both are part of every platform that runs this code; the library of pure ECMAScript does not declare them.
declare const TextDecoder: new (
  encoding: string,
  options?: { fatal?: boolean },
) => { decode(bytes: Uint8Array): string };
declare const TextEncoder: new () => { encode(text: string): Uint8Array };

const utf8 = new TextDecoder('utf-8');
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });
const strictGbk = new TextDecoder('gb18030', { fatal: true });
const encoder = new TextEncoder();

export type TextEncoding = 'ascii' | 'utf-8' | 'gbk' | 'unknown';

/** The segment as text: UTF-8 by standard, GBK in practice; whatever is neither keeps its readable part. */
export function decodeText(
  bytes: Uint8Array,
  known: 'auto' | 'utf-8' | 'gbk' = 'auto',
): { text: string; encoding: TextEncoding } {
  const decoded = known === 'gbk' ? decodeGbk(bytes) : decode(bytes);
  // No text of ours may hold a NUL: databases and terminals take it for the end.
  if (!decoded.text.includes('\0')) return decoded;
  return { text: decoded.text.replaceAll('\0', '\uFFFD'), encoding: 'unknown' };
}

function decode(bytes: Uint8Array): { text: string; encoding: TextEncoding } {
  try {
    const text = strictUtf8.decode(bytes);
    // Only ASCII has as many letters as bytes.
    return { text, encoding: text.length === bytes.length ? 'ascii' : 'utf-8' };
  } catch {
    return decodeGbk(bytes);
  }
}

function decodeGbk(bytes: Uint8Array): { text: string; encoding: TextEncoding } {
  if (isAscii(bytes)) return { text: utf8.decode(bytes), encoding: 'ascii' };
  try {
    return { text: strictGbk.decode(bytes), encoding: 'gbk' };
  } catch {
    return { text: utf8.decode(bytes), encoding: 'unknown' };
  }
}

export function encodeText(text: string): Uint8Array {
  return encoder.encode(text);
}

function isAscii(bytes: Uint8Array): boolean {
  let seen = 0;
  for (let at = 0; at < bytes.length; at++) seen |= bytes[at] as number;
  return seen < 0x80;
}
