const low: Record<string, string> = { '.': '.', x: 'ₓ' };
const high: Record<string, string> = { '+': '⁺', '-': '⁻' };
for (const [digit, sign] of [...'₀₁₂₃₄₅₆₇₈₉'].entries()) low[digit] = sign;
for (const [digit, sign] of [...'⁰¹²³⁴⁵⁶⁷⁸⁹'].entries()) high[digit] = sign;

const written = (signs: Record<string, string>, text: string) =>
  Array.from(text, (sign) => signs[sign] ?? sign).join('');

/** In `S2-` the 2 is part of the charge (one element); in `NO2-` only the sign is. */
const charge = /(?<=^[A-Z][a-z]?)\d*[+-]$|\s\d*[+-]$|[+-]$/;

/** A formula for display: SO2 → SO₂, PM2.5 → PM₂.₅, SO4 2- → SO₄²⁻. */
export function printedFormula(formula: string): string {
  const ion = charge.exec(formula);
  const body = ion ? formula.slice(0, ion.index) : formula;
  const counts = body.replace(/(?<=[A-Za-z)])\d+(\.\d+)?|(?<=NO)x$/g, (digits) => written(low, digits));
  return counts + written(high, ion?.[0].trim() ?? '');
}

/** A factor in plain text: its name, followed by the formula unless the name contains it. */
export function factorLabel(name: string, formula: string): string {
  const printed = printedFormula(formula);
  if (printed === '' || name === formula) return printed || name;
  return `${name} ${printed}`;
}
