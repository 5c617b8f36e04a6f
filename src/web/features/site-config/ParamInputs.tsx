import { DatePicker, Input, InputNumber, Select } from 'antd';
import type { ReactElement } from 'react';
import { components } from '#shared/contract/site-config/factors.ts';
import type { Param, Params, ParamValue } from '#shared/domain/command-params.ts';
import { useT } from '#web/i18n.ts';
import { ChoiceSelect, rowsOf } from '#web/ui/choices.tsx';
import { fromPicker, toPicker } from '#web/ui/picker-time.ts';
import styles from './protocols.module.css';

const factors = rowsOf(components, 'component_name');

type Told = Record<string, ParamValue | undefined>;

interface ParamInputsProps {
  params: Params;
  value: Told;
  onChange(told: Told): void;
}

/** Inputs of a command's parameters, by type. */
export function ParamInputs({ params, value, onChange }: ParamInputsProps) {
  const t = useT();
  return Object.entries(params).map(([name, param]) => (
    <div key={name} className={styles.param}>
      <span>{t.tx(`commandParams.${name}`)}</span>
      <ParamInput
        label={t.tx(`commandParams.${name}`)}
        param={param}
        value={value[name]}
        onChange={(told) => onChange({ ...value, [name]: told })}
      />
    </div>
  ));
}

interface ParamInputProps {
  label: string;
  param: Param;
  value: ParamValue | undefined;
  onChange(told: ParamValue | undefined): void;
}

function ParamInput({ label, param, value, onChange }: ParamInputProps): ReactElement {
  switch (param.type) {
    case 'factor':
      return (
        <ChoiceSelect
          name="commandParams"
          field="factor"
          choices={factors}
          value={value ?? null}
          onChange={onChange}
        />
      );
    case 'choice':
      return (
        <Select
          aria-label={label}
          value={value ?? null}
          onChange={onChange}
          options={param.of.map((one) => ({ value: one, label: String(one) }))}
        />
      );
    case 'whole':
    case 'number':
      return (
        <InputNumber
          aria-label={label}
          value={typeof value === 'number' ? value : null}
          onChange={(told) => onChange(told ?? undefined)}
        />
      );
    case 'time':
      return (
        <DatePicker
          aria-label={label}
          showTime={{ format: 'HH:mm' }}
          value={typeof value === 'string' ? toPicker(value) : null}
          onChange={(told) => onChange(told ? fromPicker(told) : undefined)}
        />
      );
    case 'text':
    case 'info':
    case 'secret':
      return (
        <Input
          aria-label={label}
          value={value === undefined ? '' : String(value)}
          onChange={({ target }) => onChange(target.value)}
        />
      );
  }
}
