// Both exist on every platform that runs this code, but the pure ECMAScript type library does not declare them.
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

/** The segment as text: UTF-8 by standard, GBK in practice. Of any other encoding only the readable part is kept. */
export function decodeText(
  bytes: Uint8Array,
  known: 'auto' | 'utf-8' | 'gbk' = 'auto',
): { text: string; encoding: TextEncoding } {
  const decoded = known === 'gbk' ? decodeGbk(bytes) : decode(bytes, known);
  // Replaced, because databases and terminals take a NUL for the end of the text.
  if (!decoded.text.includes('\0')) return decoded;
  return { text: decoded.text.replaceAll('\0', '\uFFFD'), encoding: 'unknown' };
}

function decode(bytes: Uint8Array, known: 'auto' | 'utf-8'): { text: string; encoding: TextEncoding } {
  try {
    const text = strictUtf8.decode(bytes);
    // Only in ASCII are characters and bytes equal in number.
    if (text.length === bytes.length) return { text, encoding: 'ascii' };
    const other = known === 'auto' && isHardlyMeant(text) ? decodeGbk(bytes) : undefined;
    return other?.encoding === 'gbk' ? other : { text, encoding: 'utf-8' };
  } catch {
    return decodeGbk(bytes);
  }
}

/**
 * Two GBK characters can be valid UTF-8 of two letters: 校准 reads У׼. No logger sends Cyrillic or Hebrew, and Chinese
 * needs three bytes per character in UTF-8. Signs such as µ, ² and ° do not count.
 */
function isHardlyMeant(text: string): boolean {
  return /[\u0100-\u036f\u0400-\u07ff]/.test(text) && !/[\u0800-\uffff]/.test(text);
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
