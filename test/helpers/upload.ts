import { encodePacket } from '#protocol/packet.ts';

/** A data packet; its QN is its time and `001`. */
export function upload(
  mn: string,
  cn: string,
  time: string,
  values: Record<string, number>,
  flag = 5,
): Uint8Array {
  return encodePacket({
    qn: `${time}001`,
    st: '22',
    cn,
    pw: '123456',
    mn,
    flag,
    cp: [
      [{ name: 'DataTime', value: time }],
      ...Object.entries(values).map(([code, value]) => [
        { name: `${code}-${cn === '2011' ? 'Rtd' : 'Avg'}`, value: String(value) },
        { name: `${code}-Flag`, value: 'N' },
      ]),
    ],
  });
}
