import { printedFormula } from '#shared/domain/formula.ts';
import type { Language } from '#shared/i18n/index.ts';
import type { T } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';
import type { Factor } from './useFactors.ts';

/** Grouped options of a factor select; `search` contains name, formula and code. */
export function factorOptions(t: T, language: Language, factors: readonly Factor[]) {
  const kinds = [...new Set(factors.map(({ category }) => category))];
  return kinds.map((kind) => ({
    label: t(`components.category_${kind}`),
    options: factors
      .filter(({ category }) => category === kind)
      .map((factor) => ({
        value: factor.component_id,
        label: [localName(factor, 'component_name', language), printedFormula(factor.formula)]
          .filter((word, at, words) => word !== '' && words.indexOf(word) === at)
          .join(' '),
        search: searchedIn(factor),
      })),
  }));
}

function searchedIn(factor: Factor): string {
  const { component_name, component_name_en, component_key, formula, code_2017, code_2005 } = factor;
  return [component_name, component_name_en, component_key, formula, code_2017, code_2005].join(' ');
}
