import { Input, InputNumber, Select } from 'antd';
import type { Param } from '#shared/domain/command-params.ts';
import { factorLabel } from '#shared/domain/formula.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';
import { MomentInput } from '#web/ui/MomentInput.tsx';
import { searchedByLabel } from '#web/ui/searched.ts';
import { useEveryFactor } from '#web/widgets/useFactors.ts';

interface ParamInputProps {
  id?: string;
  name: string;
  param: Param;
  value?: string | number;
  onChange?(value: string | number | undefined): void;
}

/** Input of a command parameter, by its declared type. */
export function ParamInput({ id, name, param, value, onChange }: ParamInputProps) {
  const t = useT();
  const language = useLanguage();
  const factors = useEveryFactor();
  const change = (next: string | number | null | undefined) => onChange?.(next ?? undefined);
  switch (param.type) {
    case 'whole':
    case 'number':
      return (
        <InputNumber
          id={id}
          min={param.min}
          max={param.max}
          precision={param.type === 'whole' ? 0 : undefined}
          value={value as number | undefined}
          onChange={change}
        />
      );
    case 'choice':
      return (
        <Select
          id={id}
          value={value}
          onChange={change}
          options={param.of.map((one) => {
            const word = `commandParams.${name}_${one}`;
            return { value: one, label: t.has(word) ? t.tx(word) : String(one) };
          })}
        />
      );
    case 'factor':
      return (
        <Select
          id={id}
          showSearch={searchedByLabel}
          allowClear={param.optional}
          value={value}
          onChange={change}
          options={factors.map((factor) => ({
            value: factor.component_id,
            label: factorLabel(localName(factor, 'component_name', language), factor.formula),
          }))}
        />
      );
    case 'time':
      return <MomentInput id={id} value={value ? String(value) : undefined} onChange={change} />;
    case 'secret':
      return (
        <Input.Password
          id={id}
          autoComplete="new-password"
          value={value}
          onChange={(event) => change(event.target.value)}
        />
      );
    default:
      return <Input id={id} value={value} onChange={(event) => change(event.target.value)} />;
  }
}
