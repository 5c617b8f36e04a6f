import { Select } from 'antd';
import { useT } from '#web/i18n.ts';

interface SentinelsProps {
  id?: string;
  value?: readonly number[];
  onChange?(numbers: number[]): void;
}

/** Tags input of numbers; other text is dropped. */
export function Sentinels({ id, value = [], onChange }: SentinelsProps) {
  const t = useT();
  const take = (texts: readonly string[]) => {
    const numbers = texts.filter((text) => text.trim() !== '').map(Number);
    onChange?.([...new Set(numbers.filter(Number.isFinite))]);
  };
  return (
    <Select
      id={id}
      mode="tags"
      open={false}
      suffixIcon={null}
      aria-label={t('agreements.sentinels')}
      tokenSeparators={[',', '，', '、', ' ']}
      value={value.map(String)}
      onChange={take}
    />
  );
}
