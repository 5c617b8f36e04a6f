import { Select } from 'antd';
import { otherFlags } from '#shared/domain/validity.ts';
import { useT } from '#web/i18n.ts';
import { searchedByLabel } from '#web/ui/searched.ts';

interface CountingFlagsProps {
  id?: string;
  value?: readonly string[];
  onChange?(flags: string[]): void;
}

/** Data flags that count as valid besides N. */
export function CountingFlags({ id, value = [], onChange }: CountingFlagsProps) {
  const t = useT();
  return (
    <Select<string[]>
      id={id}
      mode="multiple"
      aria-label={t('products.counting_flags')}
      value={[...value]}
      onChange={onChange}
      options={otherFlags.map((flag) => ({ value: flag, label: `${flag} · ${t(`wire.flag_${flag}`)}` }))}
      showSearch={searchedByLabel}
    />
  );
}
