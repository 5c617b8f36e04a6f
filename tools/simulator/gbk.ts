import { crc, crcText } from '#protocol/crc.ts';
import { encodeText } from '#protocol/text.ts';

let bytesOf: Map<string, [number, number]> | undefined;

/** Node only decodes GBK, so the encoding table is built by decoding every pair of bytes. */
function table(): Map<string, [number, number]> {
  if (bytesOf) return bytesOf;
  const decoder = new TextDecoder('gbk');
  bytesOf = new Map();
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const letter = decoder.decode(Uint8Array.of(lead, trail));
      if (letter.length === 1 && letter !== '\ufffd') bytesOf.set(letter, [lead, trail]);
    }
  }
  return bytesOf;
}

/** The frame with its text encoded in GBK, as older loggers send it. */
export function inGbk(frame: Uint8Array): Uint8Array {
  const text = new TextDecoder().decode(frame.subarray(6, -6));
  const letters = Array.from(text, (letter) => table().get(letter) ?? [...encodeText(letter)]);
  const segment = Uint8Array.from(letters.flat());
  const head = encodeText(`##${String(segment.length).padStart(4, '0')}`);
  return Uint8Array.from([...head, ...segment, ...encodeText(`${crcText(crc(segment))}\r\n`)]);
}
