import { Drawer, Tag } from 'antd';
import { useState } from 'react';
import { orderTypeActions } from '#shared/contract/work-orders/types.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { localName } from '#web/ui/local-name.ts';
import { showTime } from '#web/ui/show-time.ts';
import { FlowDrawing } from './FlowDrawing.tsx';
import type { OrderType } from './order-type.ts';
import styles from './work-orders.module.css';

/** Workflow of an order type and the versions of its form. */
export function TypeVersions({ type, onClosed }: { type: OrderType; onClosed(): void }) {
  const t = useT();
  const language = useLanguage();
  const [isOpen, setOpen] = useState(true);
  const answer = useCall(orderTypeActions.forms, { order_type_id: type.order_type_id });
  return (
    <Drawer
      title={localName(type, 'type_name', language)}
      size={760}
      open={isOpen}
      onClose={() => setOpen(false)}
      afterOpenChange={(open) => !open && onClosed()}
    >
      <h3>{t('orderTypes.flow')}</h3>
      <FlowDrawing needs_check={type.needs_check} />
      <h3>{t('orderTypes.versions')}</h3>
      {answer.error ? (
        <ListError error={answer.error} onRetry={() => void answer.refetch()} />
      ) : !answer.data ? (
        <ListSkeleton />
      ) : (
        answer.data.data_info.map((form, at) => (
          <section key={form.form_id} className={styles.version}>
            <h4>
              {t('orderTypes.version_title', { number: form.number })}{' '}
              {at === 0 && <Tag color="blue">{t('orderTypes.version_now')}</Tag>}
              <small>
                {[
                  showTime(form.made_at, language),
                  form.made_by,
                  t('orderTypes.version_orders', { count: form.orders }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </h4>
            <ul>
              {form.fields.map((field) => (
                <li key={field.key}>
                  {localName(field, 'label', language)}
                  <small>
                    {t(`orderTypes.field_kind_${field.kind}`)}
                    {field.required && ` · ${t('orderTypes.field_required')}`}
                  </small>
                </li>
              ))}
              {form.checklist.map((item) => (
                <li key={item.key}>
                  {localName(item, 'label', language)}
                  <small>{t(`orderTypes.item_kind_${item.kind}`)}</small>
                </li>
              ))}
            </ul>
          </section>
        ))
      )}
    </Drawer>
  );
}
