import { Button, DatePicker, Form, Input, InputNumber, Radio, Segmented, Space } from 'antd';
import dayjs from 'dayjs';
import type { AnswerOf } from '#shared/contract/define.ts';
import { orderActions } from '#shared/contract/work-orders/orders.ts';
import {
  type CheckItem,
  checkPassed,
  type FilledForm,
  type FormAnswer,
  type FormField,
  isOutside,
  SIGNATURE,
} from '#shared/domain/order-form.ts';
import type { FieldProblem } from '#shared/faults.ts';
import { useAction } from '#web/api/useAction.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { Status } from '#web/ui/Status.tsx';
import { showTime } from '#web/ui/show-time.ts';
import { limitsText } from './limits-text.ts';
import styles from './order.module.css';
import { orderReads } from './order-reads.ts';
import { PhotosInput } from './PhotosInput.tsx';
import { SignatureInput } from './SignatureInput.tsx';
import { withUnit } from './with-unit.ts';

export type OrderDetail = AnswerOf<typeof orderActions.get>;

interface OrderFormProps {
  order: OrderDetail;
  filled: FilledForm;
  problems: readonly FieldProblem[];
  onAnswer(key: string, answer: FormAnswer): void;
  onCheck(key: string, check: FilledForm['checks'][string]): void;
  /** Reports whether the upload of a photo or signature is pending. */
  onBusy(key: string, isBusy: boolean): void;
}

/** The form of an order type and its checklist. */
export function OrderForm({ order, filled, problems, onAnswer, onCheck, onBusy }: OrderFormProps) {
  const t = useT();
  const language = useLanguage();
  const named = ({ label, label_en }: Pick<FormField, 'label' | 'label_en'>) =>
    (language === 'en' && label_en) || label;
  const problemOf = (field: string) => {
    const found = problems.find((one) => one.field === field);
    return (
      found && { validateStatus: 'error' as const, help: t.tx(`problems.${found.problem}`, found.params) }
    );
  };
  const asked = order.needs_signature
    ? [...order.fields, { ...signature, label: t('orders.sign'), label_en: t('orders.sign') }]
    : order.fields;
  if (asked.length === 0 && order.checklist.length === 0)
    return <p className={styles.soft}>{t('orders.empty_form')}</p>;
  return (
    <Form layout="vertical" component="div" requiredMark className={styles.form}>
      {asked.map((field) => (
        <Form.Item
          key={field.key}
          label={field.unit ? `${named(field)} (${field.unit})` : named(field)}
          required={field.required}
          extra={limitsText(t, field)}
          {...problemOf(`answers.${field.key}`)}
        >
          <Answer
            order={order}
            field={field}
            name={named(field)}
            value={filled.answers[field.key]}
            onChange={(answer) => onAnswer(field.key, answer)}
            onBusy={(isBusy) => onBusy(field.key, isBusy)}
          />
        </Form.Item>
      ))}
      {order.checklist.map((item) => (
        <Form.Item key={item.key} {...problemOf(`checks.${item.key}`)}>
          <Check
            item={item}
            name={named(item)}
            check={filled.checks[item.key]}
            onChange={(check) => onCheck(item.key, check)}
          />
        </Form.Item>
      ))}
    </Form>
  );
}

const signature: FormField = {
  key: SIGNATURE,
  kind: 'signature',
  required: true,
  ...{ label: '', label_en: '', min: null, max: null, unit: '', options: [], component_id: null },
};

interface AnswerProps {
  order: OrderDetail;
  field: FormField;
  name: string;
  value: FormAnswer | undefined;
  onChange(answer: FormAnswer): void;
  onBusy(isBusy: boolean): void;
}

function Answer({ order, field, name, value, onChange, onBusy }: AnswerProps) {
  const files = Array.isArray(value) ? value : [];
  switch (field.kind) {
    case 'number':
      return (
        <InputNumber
          aria-label={name}
          value={typeof value === 'number' ? value : null}
          onChange={(number) => onChange(number ?? '')}
          inputMode="decimal"
          status={isOutside(field, value) ? 'error' : ''}
        />
      );
    case 'choice':
      return (
        <Radio.Group
          aria-label={name}
          value={value}
          options={field.options}
          onChange={(event) => onChange(String(event.target.value))}
        />
      );
    case 'date':
      return (
        <DatePicker
          aria-label={name}
          value={typeof value === 'string' && value ? dayjs(value) : null}
          onChange={(date) => onChange(date ? date.format('YYYY-MM-DD') : '')}
        />
      );
    case 'photo':
      return (
        <PhotosInput
          order_id={order.order_id}
          place={order.site_name}
          value={files}
          onChange={onChange}
          onBusy={onBusy}
        />
      );
    case 'signature':
      return <SignatureInput order_id={order.order_id} value={files} onChange={onChange} onBusy={onBusy} />;
    case 'reading':
      return <Reading order={order} field={field} />;
    default:
      return (
        <Input.TextArea
          aria-label={name}
          value={typeof value === 'string' ? value : ''}
          maxLength={2000}
          autoSize={{ minRows: 1, maxRows: 8 }}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}

/** The server takes the reading; it cannot be typed. */
function Reading({ order, field }: Pick<AnswerProps, 'order' | 'field'>) {
  const t = useT();
  const language = useLanguage();
  const taking = useAction(orderActions.takeReading, { refresh: orderReads });
  const taken = order.readings.find(({ field_key }) => field_key === field.key);
  return (
    <Space wrap>
      {taken && (
        <strong>
          {t('orders.reading_at', {
            value: withUnit(taken.value, taken.unit),
            time: showTime(taken.ts, language),
          })}
        </strong>
      )}
      <Button
        loading={taking.pending}
        onClick={() =>
          void taking.run({ order_id: order.order_id, field_key: field.key }).catch(() => undefined)
        }
      >
        {t('orders.take_reading')}
      </Button>
    </Space>
  );
}

interface CheckProps {
  item: CheckItem;
  name: string;
  check: FilledForm['checks'][string] | undefined;
  onChange(check: FilledForm['checks'][string]): void;
}

function Check({ item, name, check, onChange }: CheckProps) {
  const t = useT();
  const passed = checkPassed(item, check);
  return (
    <div className={styles.checkLine}>
      <span>
        {name} <small className={styles.soft}>{limitsText(t, item)}</small>
      </span>
      {item.kind === 'number' ? (
        <Space>
          <InputNumber
            aria-label={name}
            value={check?.value ?? null}
            suffix={item.unit}
            inputMode="decimal"
            onChange={(value) => onChange({ value: value ?? undefined })}
          />
          {passed !== undefined && <CheckMark passed={passed} />}
        </Space>
      ) : (
        <Segmented
          aria-label={name}
          value={check?.passed === undefined ? '' : String(check.passed)}
          options={[
            { value: 'true', label: t('orders.passed') },
            { value: 'false', label: t('orders.failed') },
          ]}
          onChange={(value) => onChange({ passed: value === 'true' })}
        />
      )}
      {passed === false && (
        <Input
          aria-label={t('orders.note')}
          placeholder={t('orders.note')}
          maxLength={200}
          value={check?.note ?? ''}
          onChange={(event) => onChange({ note: event.target.value })}
        />
      )}
    </div>
  );
}

export function CheckMark({ passed }: { passed: boolean }) {
  const t = useT();
  return <Status tone={passed ? 'good' : 'bad'}>{t(passed ? 'orders.passed' : 'orders.failed')}</Status>;
}
