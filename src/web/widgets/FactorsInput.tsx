import { Select } from 'antd';
import { useLanguage, useT } from '#web/i18n.ts';
import { factorOptions } from './factor-options.ts';
import { useEveryFactor } from './useFactors.ts';

interface FactorsInputProps {
  id?: string;
  label: string;
  value?: readonly number[];
  onChange?(component_ids: number[]): void;
}

/** Several factors in the order in which they are chosen. */
export function FactorsInput({ id, label, value = [], onChange }: FactorsInputProps) {
  const t = useT();
  const language = useLanguage();
  const all = useEveryFactor();
  return (
    <Select<number[]>
      id={id}
      mode="multiple"
      aria-label={label}
      placeholder={t('common.please_select')}
      value={[...value]}
      onChange={onChange}
      allowClear
      showSearch={{ optionFilterProp: 'search' }}
      options={factorOptions(t, language, all)}
    />
  );
}
