import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import { components } from '#shared/contract/site-config/factors.ts';
import { type CheckItem, checkItemKinds, type FormField, formFieldKinds } from '#shared/domain/order-form.ts';
import { useT } from '#web/i18n.ts';
import { ChoiceSelect, rowsOf } from '#web/ui/choices.tsx';
import styles from './work-orders.module.css';

interface EditorProps<Item> {
  value?: Item[];
  onChange?(items: Item[]): void;
}

type Change<Item> = (part: Partial<Item>) => void;

const factors = rowsOf(components, 'component_name');

/** Editor of the form questions. */
export function FieldsEditor({ value = [], onChange }: EditorProps<FormField>) {
  const t = useT();
  const fresh = (): FormField => ({
    key: newKey(value),
    kind: 'text',
    ...{
      label: '',
      label_en: '',
      required: false,
      min: null,
      max: null,
      unit: '',
      options: [],
      component_id: null,
    },
  });
  return (
    <Items value={value} onChange={onChange} add={t('orderTypes.add_field')} fresh={fresh}>
      {(field, change) => (
        <>
          <Names item={field} change={change} />
          <Select
            aria-label={t('orderTypes.field_kind')}
            value={field.kind}
            options={formFieldKinds.map((kind) => ({
              value: kind,
              label: t(`orderTypes.field_kind_${kind}`),
            }))}
            onChange={(kind) => change({ kind })}
          />
          <Checkbox checked={field.required} onChange={(event) => change({ required: event.target.checked })}>
            {t('orderTypes.field_required')}
          </Checkbox>
          {field.kind === 'number' && <Limits item={field} change={change} />}
          {field.kind === 'choice' && (
            <Select
              mode="tags"
              className={styles.wide}
              aria-label={t('orderTypes.field_options')}
              placeholder={t('orderTypes.field_options')}
              tokenSeparators={[',', '，', '、']}
              value={field.options}
              onChange={(options: string[]) => change({ options })}
            />
          )}
          {field.kind === 'reading' && (
            <ChoiceSelect
              name="orderTypes"
              field="field_component"
              className={styles.wide}
              placeholder={t('orderTypes.field_component')}
              choices={factors}
              value={field.component_id}
              onChange={(chosen) => change({ component_id: Number(chosen) || null })}
            />
          )}
        </>
      )}
    </Items>
  );
}

/** Editor of the checklist: pass/fail items, or numbers within limits. */
export function ChecklistEditor({ value = [], onChange }: EditorProps<CheckItem>) {
  const t = useT();
  const fresh = (): CheckItem => ({
    key: newKey(value),
    kind: 'pass_fail',
    ...{ label: '', label_en: '', min: null, max: null, unit: '' },
  });
  return (
    <Items value={value} onChange={onChange} add={t('orderTypes.add_item')} fresh={fresh}>
      {(item, change) => (
        <>
          <Names item={item} change={change} />
          <Select
            aria-label={t('orderTypes.field_kind')}
            value={item.kind}
            options={checkItemKinds.map((kind) => ({
              value: kind,
              label: t(`orderTypes.item_kind_${kind}`),
            }))}
            onChange={(kind) => change({ kind })}
          />
          {item.kind === 'number' && <Limits item={item} change={change} />}
        </>
      )}
    </Items>
  );
}

/** Unique key, independent of the label, so that answers stay with their question. */
function newKey(items: readonly { key: string }[]): string {
  const taken = new Set(items.map(({ key }) => key));
  let at = items.length + 1;
  while (taken.has(`item_${at}`)) at++;
  return `item_${at}`;
}

interface Named {
  key: string;
  label: string;
  label_en: string;
  min: number | null;
  max: number | null;
  unit: string;
}

interface ItemsProps<Item> extends EditorProps<Item> {
  add: string;
  fresh(): Item;
  children(item: Item, change: Change<Item>): ReactNode;
}

function Items<Item extends Named>({ value = [], onChange, add, fresh, children }: ItemsProps<Item>) {
  const t = useT();
  const move = (from: number, to: number) => {
    const items = [...value];
    items.splice(to, 0, ...items.splice(from, 1));
    onChange?.(items);
  };
  return (
    <div className={styles.items}>
      {value.map((item, at) => (
        <div key={item.key} className={styles.item}>
          <div className={styles.itemParts}>
            {children(item, (part) =>
              onChange?.(value.map((one) => (one.key === item.key ? { ...one, ...part } : one))),
            )}
          </div>
          <span className={styles.itemButtons}>
            <Button
              type="text"
              size="small"
              icon={<ArrowUpOutlined />}
              aria-label={t('orderTypes.move_up')}
              disabled={at === 0}
              onClick={() => move(at, at - 1)}
            />
            <Button
              type="text"
              size="small"
              icon={<ArrowDownOutlined />}
              aria-label={t('orderTypes.move_down')}
              disabled={at === value.length - 1}
              onClick={() => move(at, at + 1)}
            />
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={t('orderTypes.remove')}
              onClick={() => onChange?.(value.filter((one) => one.key !== item.key))}
            />
          </span>
        </div>
      ))}
      <Button size="small" icon={<PlusOutlined />} onClick={() => onChange?.([...value, fresh()])}>
        {add}
      </Button>
    </div>
  );
}

function Names<Item extends Named>({ item, change }: { item: Item; change: Change<Named> }) {
  const t = useT();
  return (
    <>
      <Input
        aria-label={t('orderTypes.field_label')}
        placeholder={t('orderTypes.field_label')}
        maxLength={50}
        value={item.label}
        status={item.label === '' ? 'warning' : ''}
        onChange={(event) => change({ label: event.target.value })}
      />
      <Input
        aria-label={t('orderTypes.field_label_en')}
        placeholder={t('orderTypes.field_label_en')}
        maxLength={80}
        value={item.label_en}
        onChange={(event) => change({ label_en: event.target.value })}
      />
    </>
  );
}

function Limits<Item extends Named>({ item, change }: { item: Item; change: Change<Named> }) {
  const t = useT();
  return (
    <>
      <InputNumber
        prefix={t('orderTypes.field_min')}
        aria-label={t('orderTypes.field_min')}
        value={item.min}
        onChange={(min) => change({ min })}
      />
      <InputNumber
        prefix={t('orderTypes.field_max')}
        aria-label={t('orderTypes.field_max')}
        value={item.max}
        onChange={(max) => change({ max })}
      />
      <Input
        prefix={t('orderTypes.field_unit')}
        aria-label={t('orderTypes.field_unit')}
        maxLength={20}
        value={item.unit}
        onChange={(event) => change({ unit: event.target.value })}
      />
    </>
  );
}
