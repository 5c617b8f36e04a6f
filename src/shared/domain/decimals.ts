/** Number of decimals of a number when it is written out: 0.3 has one, 1e-7 has seven. */
function decimalsOf(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  const behind = digits.split('.')[1]?.length ?? 0;
  return Math.max(0, behind - Number(exponent));
}

/** a + b in decimal arithmetic: 0.1 + 0.2 is 0.3. */
export function plusDecimal(a: number, b: number): number {
  const scale = 10 ** Math.max(decimalsOf(a), decimalsOf(b));
  return (Math.round(a * scale) + Math.round(b * scale)) / scale;
}

/** a − b in decimal arithmetic: 0.3 − 0.1 is 0.2. */
export function minusDecimal(a: number, b: number): number {
  return plusDecimal(a, -b);
}
