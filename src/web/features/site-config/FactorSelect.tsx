import { Select } from 'antd';
import { printedFormula } from '#shared/domain/formula.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';
import { type Factor, useEveryFactor } from '#web/widgets/useFactors.ts';
import styles from './device-factors.module.css';

interface FactorSelectProps {
  taken: readonly number[];
  onPick(component_id: number): void;
}

/** Factors that are not in the list yet, by kind; found by name, formula or code. */
export function FactorSelect({ taken, onPick }: FactorSelectProps) {
  const t = useT();
  const language = useLanguage();
  const all = useEveryFactor();
  const free = all.filter(({ component_id }) => !taken.includes(component_id));
  const kinds = [...new Set(free.map(({ category }) => category))];
  return (
    <Select<number>
      className={styles.add}
      value={null}
      placeholder={t('deviceFactors.add')}
      aria-label={t('deviceFactors.add')}
      popupMatchSelectWidth={320}
      showSearch={{ optionFilterProp: 'search' }}
      options={kinds.map((kind) => ({
        label: t(`components.category_${kind}`),
        options: free
          .filter(({ category }) => category === kind)
          .map((factor) => ({
            value: factor.component_id,
            label: [localName(factor, 'component_name', language), printedFormula(factor.formula)]
              .filter((word, at, words) => word !== '' && words.indexOf(word) === at)
              .join(' '),
            search: searchedIn(factor),
          })),
      }))}
      onChange={onPick}
    />
  );
}

function searchedIn(factor: Factor): string {
  const { component_name, component_name_en, component_key, formula, code_2017, code_2005 } = factor;
  return [component_name, component_name_en, component_key, formula, code_2017, code_2005].join(' ');
}
