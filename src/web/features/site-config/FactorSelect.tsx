import { Select } from 'antd';
import { useLanguage, useT } from '#web/i18n.ts';
import { searchedByWords } from '#web/ui/searched.ts';
import { factorOptions } from '#web/widgets/factor-options.ts';
import { useEveryFactor } from '#web/widgets/useFactors.ts';
import styles from './device-factors.module.css';

interface FactorSelectProps {
  taken: readonly number[];
  onPick(component_id: number): void;
}

/** Factors not yet in the list, by kind; searchable by name, formula or code. */
export function FactorSelect({ taken, onPick }: FactorSelectProps) {
  const t = useT();
  const language = useLanguage();
  const free = useEveryFactor().filter(({ component_id }) => !taken.includes(component_id));
  return (
    <Select<number>
      className={styles.add}
      value={null}
      placeholder={t('deviceFactors.add')}
      aria-label={t('deviceFactors.add')}
      popupMatchSelectWidth={320}
      showSearch={searchedByWords}
      options={factorOptions(t, language, free)}
      onChange={onPick}
    />
  );
}
