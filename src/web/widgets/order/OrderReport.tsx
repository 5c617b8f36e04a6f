import { checkPassed, SIGNATURE } from '#shared/domain/order-form.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { showTime } from '#web/ui/show-time.ts';
import { CheckMark, type OrderDetail } from './OrderForm.tsx';
import { OrderPicture } from './OrderPicture.tsx';
import styles from './order.module.css';
import { withUnit } from './with-unit.ts';

/** The filled form, read-only. */
export function OrderReport({ order }: { order: OrderDetail }) {
  const t = useT();
  const language = useLanguage();
  const named = ({ label, label_en }: { label: string; label_en: string }) =>
    (language === 'en' && label_en) || label;
  const signed = order.answers[SIGNATURE];
  const value = (key: string, kind: string, unit: string) => {
    const answer = order.answers[key];
    if (kind === 'reading') {
      const taken = order.readings.find(({ field_key }) => field_key === key);
      return taken
        ? t('orders.reading_at', {
            value: withUnit(taken.value, taken.unit),
            time: showTime(taken.ts, language),
          })
        : '–';
    }
    if (Array.isArray(answer)) return <Pictures order={order} file_ids={answer} />;
    return withUnit(answer === '' ? undefined : answer, unit);
  };
  return (
    <dl className={styles.answers}>
      {order.fields.map((field) => (
        <Line key={field.key} name={named(field)}>
          {value(field.key, field.kind, field.unit)}
        </Line>
      ))}
      {order.checklist.map((item) => {
        const check = order.checks[item.key];
        const passed = checkPassed(item, check);
        return (
          <Line key={item.key} name={named(item)}>
            {passed === undefined ? '–' : <CheckMark passed={passed} />}{' '}
            {check?.value !== undefined && withUnit(check.value, item.unit)} {check?.note}
          </Line>
        );
      })}
      {order.needs_signature && (
        <Line name={t('orders.sign')}>
          {Array.isArray(signed) ? <Pictures order={order} file_ids={signed} /> : '–'}
        </Line>
      )}
    </dl>
  );
}

function Line({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Pictures({ order, file_ids }: { order: OrderDetail; file_ids: readonly number[] }) {
  return (
    <span className={styles.pictures}>
      {file_ids.map((file_id) => (
        <OrderPicture key={file_id} order_id={order.order_id} file_id={file_id} />
      ))}
    </span>
  );
}
