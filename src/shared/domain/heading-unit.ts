/** Chinese names of units, longer ones before those they contain. */
const signs: readonly (readonly [name: string, sign: string])[] = [
  ['微克', 'ug'],
  ['毫克', 'mg'],
  ['纳克', 'ng'],
  ['立方米', 'm3'],
  ['米', 'm'],
  ['升', 'l'],
  ['秒', 's'],
  ['每', '/'],
  ['摄氏度', '°c'],
  ['百帕', 'hpa'],
  ['千帕', 'kpa'],
];
const others = new Map(
  Object.entries({
    degc: '°c',
    '%rh': '%',
    ppbv: 'ppb',
    'nmol/mol': 'ppb',
    ppmv: 'ppm',
    'umol/mol': 'ppm',
    mbar: 'hpa',
  }),
);

/** Normalises the spelling of a unit: μg·m⁻³, ug/m3 and 微克/立方米 are µg/m³. */
function spelled(unit: string): string {
  const plain = unit
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s^]/g, '')
    .replaceAll('μ', 'u')
    .replace(/[·⋅.*]([mls])[-−]([123])$/, (_, base: string, power: string) =>
      power === '1' ? `/${base}` : `/${base}${power}`,
    );
  const signed = signs.reduce((text, [name, sign]) => text.replaceAll(name, sign), plain);
  return others.get(signed) ?? signed;
}

/** Units without a slash. Single letters are left out, because K and F are elements too. */
const bare = new Set('ppb ppm ppt °c °f % ‰ pa hpa kpa mpa mmhg atm ntu fnu kn kt mph mm cm'.split(' '));
const amountPer = /^[^/]{1,6}\/(n?m[23]?|[cdk]m|m?l|s|min|h|d|kg|mol)$/;

/** The unit in a heading, as it is written, if it differs from the factor's own. */
export function otherUnitIn(heading: string, own: string): string | undefined {
  // Joins the parts of `mg m-3`.
  const text = heading.replace(/\s+(?=[mls]\^?[-−⁻][123¹²³])/gi, '·');
  const bracketed = [...text.matchAll(/[([{【（［]([^)\]}】）］]*)[)\]}】）］]/g)].map(
    ([, inside = '']) => inside,
  );
  const words = [...bracketed, ...text.split(/\s+/), ...text.split(/[\s_,，;；:：()[\]{}【】（）［］]+/)].map(
    (word) => word.trim().replace(/^\//, ''),
  );
  const unit = spelled(own);
  const isOwn = words.some((word) => spelled(word) === unit) || spelled(text).endsWith(`(${unit})`);
  if (own !== '' && isOwn) return undefined;
  return words.find((word) => bare.has(spelled(word)) || amountPer.test(spelled(word)));
}
