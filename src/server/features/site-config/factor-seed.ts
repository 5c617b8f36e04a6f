/** key, 2017 code, 2005 code, Chinese, English, formula, unit, decimals, category, plausible range, averaging */
export type FactorSeed = readonly [
  key: string,
  code2017: string,
  code2005: string,
  zh: string,
  en: string,
  formula: string,
  unit: string,
  decimals: number,
  category: 'air' | 'water' | 'weather' | 'noise' | 'process' | 'position',
  range?: readonly [number, number] | null,
  averaging?: 'circular' | 'last',
];

/** A factor computed from another one; reports use its days and months. */
export interface DerivedSeed {
  component_key: string;
  from: string;
  derivation: 'max_1h' | 'max_8h';
  component_name: string;
  component_name_en: string;
  formula: string;
}
