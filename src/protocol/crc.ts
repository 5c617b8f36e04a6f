/**
 * The CRC of HJ 212. It looks like CRC-16/Modbus but is not: the register is shifted right by eight *before* the byte
 * is combined, so its low byte is lost. The next state depends on eight bits only, and there are 256 results.
 */
export const CRC_START = 0xffff;

const table = new Uint16Array(256);
for (let index = 0; index < 256; index++) {
  let register = index;
  for (let bit = 0; bit < 8; bit++) register = register & 1 ? (register >> 1) ^ 0xa001 : register >> 1;
  table[index] = register;
}

/**
 * Only the high byte of the register is carried on, and the table is linear: the effect of four bytes is the XOR of
 * their single effects. Four independent look-ups are faster than a chain of four.
 */
const high1 = Uint8Array.from(table, (register) => register >> 8);
const high2 = high1.map((high) => high1[high] as number);
const high3 = high2.map((high) => high1[high] as number);
const high4 = high3.map((high) => high1[high] as number);

/** The high byte after four more bytes. */
export function highAfterFour(high: number, one: number, two: number, three: number, four: number): number {
  return (
    (high4[high ^ one] as number) ^
    (high3[two] as number) ^
    (high2[three] as number) ^
    (high1[four] as number)
  );
}

/** The register after the bytes from `start` up to `end`, continuing from `register`. */
export function crc(bytes: Uint8Array, start = 0, end = bytes.length, register = CRC_START): number {
  for (let at = start; at < end; at++) register = crcByte(register, bytes[at] as number);
  return register;
}

export function crcByte(register: number, byte: number): number {
  return table[(register >> 8) ^ byte] as number;
}

/** The textbook CRC-16/Modbus, which some devices send. */
export function modbusCrc(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let register = CRC_START;
  for (let at = start; at < end; at++) {
    register = (register >> 8) ^ (table[(register ^ (bytes[at] as number)) & 0xff] as number);
  }
  return register;
}

export function swapBytes(register: number): number {
  return ((register & 0xff) << 8) | (register >> 8);
}

export function crcText(register: number): string {
  return register.toString(16).toUpperCase().padStart(4, '0');
}
