import { Select } from 'antd';
import { components } from '#shared/contract/site-config/factors.ts';
import { useMay } from '#web/api/powers.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { searchedByWords } from '#web/ui/searched.ts';
import { factorOptions } from './factor-options.ts';
import { useEveryFactor } from './useFactors.ts';

interface FactorsInputProps {
  id?: string;
  label: string;
  value?: readonly number[];
  onChange?(component_ids: number[]): void;
}

/** Multi-select of factors that keeps the order of selection. */
export function FactorsInput({ id, label, value = [], onChange }: FactorsInputProps) {
  const t = useT();
  const language = useLanguage();
  const all = useEveryFactor();
  // Without permission to read names, only ids would show: locked, and the stored value is kept.
  const may = useMay(components.list.needs);
  return (
    <Select<number[]>
      id={id}
      mode="multiple"
      aria-label={label}
      disabled={!may}
      placeholder={t(may ? 'common.please_select' : 'lists.choice_locked')}
      value={may ? [...value] : []}
      onChange={onChange}
      allowClear
      showSearch={searchedByWords}
      options={factorOptions(t, language, all)}
    />
  );
}
