import { InputNumber, Segmented } from 'antd';
import { type AlarmKind, kindSpec } from '#shared/domain/alarm-kinds.ts';
import type { AlarmLevel } from '#shared/domain/alarm-rule.ts';
import { useT } from '#web/i18n.ts';
import type { Field } from '#web/ui/form-field.ts';
import styles from './kinds.module.css';
import { placeFields } from './PlaceInputs.tsx';

/** Form of a kind's setting: for the network, or an exception for a product line or site. */
export function kindFields(kind: AlarmKind, scope: 'network' | 'product' | 'site'): Field[] {
  const { level, params } = kindSpec(kind);
  return [
    ...(scope === 'network'
      ? [{ key: 'scope', when: () => false }]
      : placeFields(['product', 'site'], 'place').filter(({ key }) => key !== 'city_code')),
    { key: 'enabled', section: scope === 'network' ? undefined : 'how' },
    ...(level ? [{ key: 'level', editor: <LevelInput /> }] : []),
    ...(Object.keys(params).length > 0 ? [{ key: 'params', editor: <ParamsInput kind={kind} /> }] : []),
    { key: 'remark', as: 'textarea' },
    { key: 'kind', when: () => false },
  ];
}

interface InputProps<Value> {
  id?: string;
  value?: Value | null;
  onChange?(value: Value): void;
}

function LevelInput({ id, value, onChange }: InputProps<AlarmLevel>) {
  const t = useT();
  return (
    <Segmented<AlarmLevel>
      id={id}
      aria-label={t('alarmLog.level')}
      value={value ?? undefined}
      onChange={onChange}
      options={(['warning', 'alarm'] as const).map((level) => ({
        value: level,
        label: t(`alarmLog.level_${level}`),
      }))}
    />
  );
}

/** Parameters with units; empty means default. */
function ParamsInput({ kind, value, onChange }: InputProps<Record<string, number>> & { kind: AlarmKind }) {
  const t = useT();
  const said = value ?? {};
  const put = (name: string, number: number | null) => {
    const { [name]: _old, ...others } = said;
    onChange?.(number === null ? others : { ...others, [name]: number });
  };
  return (
    <div className={styles.params}>
      {Object.entries(kindSpec(kind).params).map(([name, { usual, min, max, unit }]) => (
        <div key={name}>
          <label htmlFor={`param_${name}`}>{t.tx(`alarmKindSettings.param_${kind}_${name}`)}</label>
          <InputNumber
            id={`param_${name}`}
            min={min}
            max={max}
            placeholder={String(usual)}
            value={said[name]}
            onChange={(number) => put(name, number)}
            suffix={t(`alarmKindSettings.unit_${unit}`)}
          />
        </div>
      ))}
    </div>
  );
}
