import { printedFormula } from '#shared/domain/formula.ts';
import { useLanguage } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';
import styles from './reading-value.module.css';

interface Named {
  component_name: string;
  component_name_en: string;
  formula: string;
}

/** The name, with the formula if the name is not the formula itself. */
export function FactorName({ factor }: { factor: Named }) {
  const language = useLanguage();
  const name = localName(factor, 'component_name', language);
  const formula = printedFormula(factor.formula);
  if (formula === '' || name === factor.formula) return formula || name;
  return (
    <>
      {name} <span className={styles.formula}>{formula}</span>
    </>
  );
}
