import { Button, InputNumber, Select } from 'antd';
import type { interference } from '#shared/contract/control/interference.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { LEAST_K, MOST_INTERFERENCE, MOST_K } from '#shared/domain/command-kinds.ts';
import { factorLabel } from '#shared/domain/formula.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';
import styles from './correction.module.css';

type Factor = AnswerOf<typeof interference.data>['factors'][number];
type Entry = { other: number; c: number };

export interface Coefficients {
  k: number;
  b: number;
  list: Entry[];
}

interface CoefficientFieldsProps {
  factors: readonly Factor[];
  component_id: number;
  onFactor(component_id: number): void;
  value: Coefficients;
  onChange(value: Coefficients): void;
}

/** K, B and interference of the selected factor. */
export function CoefficientFields({
  factors,
  component_id,
  onFactor,
  value,
  onChange,
}: CoefficientFieldsProps) {
  const t = useT();
  const options = useOptions();
  return (
    <>
      <div className={styles.row}>
        <Select
          className={styles.factor}
          aria-label={t('corrections.factor')}
          value={component_id || undefined}
          onChange={onFactor}
          options={options(factors.filter(({ category }) => category !== 'weather'))}
        />
        <InputNumber
          aria-label="K"
          prefix="K"
          min={LEAST_K}
          max={MOST_K}
          step={0.01}
          value={value.k}
          onChange={(k) => onChange({ ...value, k: k ?? 1 })}
        />
        <InputNumber
          aria-label="B"
          prefix="B"
          step={0.1}
          value={value.b}
          onChange={(b) => onChange({ ...value, b: b ?? 0 })}
        />
      </div>
      <h4>{t('corrections.list')}</h4>
      <Interference
        others={factors.filter((one) => one.component_id !== component_id)}
        list={value.list}
        onChange={(list) => onChange({ ...value, list })}
      />
    </>
  );
}

function useOptions() {
  const language = useLanguage();
  return (factors: readonly Factor[]) =>
    factors.map((one) => ({
      value: one.component_id,
      label: factorLabel(localName(one, 'component_name', language), one.formula),
    }));
}

interface InterferenceProps {
  others: readonly Factor[];
  list: Entry[];
  onChange(list: Entry[]): void;
}

function Interference({ others, list, onChange }: InterferenceProps) {
  const t = useT();
  const options = useOptions();
  const free = others.find((one) => !list.some(({ other }) => other === one.component_id));
  return (
    <>
      {list.map((entry, at) => (
        <div key={entry.other} className={styles.row}>
          <Select
            className={styles.factor}
            aria-label={t('corrections.other')}
            value={entry.other}
            onChange={(other) => onChange(list.with(at, { ...entry, other }))}
            options={options(others)}
          />
          <InputNumber
            aria-label={t('corrections.c')}
            min={-MOST_INTERFERENCE}
            max={MOST_INTERFERENCE}
            step={0.01}
            value={entry.c}
            onChange={(c) => onChange(list.with(at, { ...entry, c: c ?? 0 }))}
          />
          <Button type="text" onClick={() => onChange(list.filter((_, i) => i !== at))}>
            {t('common.delete')}
          </Button>
        </div>
      ))}
      <Button
        type="dashed"
        disabled={!free}
        onClick={() => free && onChange([...list, { other: free.component_id, c: 0 }])}
      >
        {t('corrections.add_other')}
      </Button>
    </>
  );
}
