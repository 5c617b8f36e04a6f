const table = Array.from({ length: 256 }, (_, index) => {
  let register = index;
  for (let bit = 0; bit < 8; bit++) register = register & 1 ? (register >> 1) ^ 0xa001 : register >> 1;
  return register;
});

/** The straightforward parser: decode, check the CRC with a table, split. Returns the number of factors. */
export function splitParse(bytes: Uint8Array): number {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  if (!text.startsWith('##')) throw new Error('no head');
  const length = Number.parseInt(text.slice(2, 6), 10);
  const segment = text.slice(6, 6 + length);
  let crc = 0xffff;
  for (let i = 0; i < segment.length; i++) crc = table[((crc >> 8) ^ segment.charCodeAt(i)) & 0xff] ?? 0;
  if (crc !== Number.parseInt(text.slice(6 + length, 10 + length), 16)) throw new Error('bad check');
  const open = segment.indexOf('CP=&&');
  const header: Record<string, string> = {};
  for (const pair of segment.slice(0, open).split(';')) {
    const [name, value] = pair.split('=');
    if (name) header[name] = value ?? '';
  }
  const factors: Record<string, Record<string, string | number>> = {};
  for (const group of segment.slice(open + 5, segment.lastIndexOf('&&')).split(';')) {
    for (const item of group.split(',')) {
      const [name = '', value = ''] = item.split('=');
      const [code = '', suffix] = name.split('-');
      if (!suffix) continue;
      factors[code] ??= {};
      (factors[code] as Record<string, string | number>)[suffix] =
        suffix === 'Flag' ? value : Number.parseFloat(value);
    }
  }
  return Object.keys(factors).length;
}
