import { InputNumber } from 'antd';

import { userGroups } from '#shared/contract/groups/groups.ts';
import { orderTypes } from '#shared/contract/work-orders/types.ts';
import { formatDuration } from '#shared/domain/numbers.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { ResourceList } from '#web/pages/ResourcePage.tsx';
import { rowsOf } from '#web/ui/choices.tsx';
import type { Field } from '#web/ui/form-field.ts';
import { Status } from '#web/ui/Status.tsx';
import { useOpened } from '#web/ui/useOpened.tsx';
import { ChecklistEditor, FieldsEditor } from './ItemsEditor.tsx';
import type { OrderType } from './order-type.ts';
import { TypeVersions } from './TypeVersions.tsx';
import styles from './work-orders.module.css';

const form: Field[] = [
  { key: 'type_name', side: 'left' },
  { key: 'type_name_en', side: 'right' },
  { key: 'user_group_id', choices: rowsOf(userGroups, 'user_group_name') },
  { key: 'response_minutes', side: 'left', editor: <InputNumber min={1} max={525_600} /> },
  { key: 'completion_minutes', side: 'right', editor: <InputNumber min={1} max={525_600} /> },
  { key: 'recheck_minutes' },
  { key: 'needs_check', side: 'left' },
  { key: 'needs_signature', side: 'right' },
  { key: 'fields', editor: <FieldsEditor /> },
  { key: 'checklist', editor: <ChecklistEditor /> },
  { key: 'enabled' },
  { key: 'remark', as: 'textarea' },
];

/** Order types: form, checklist and time limits. */
export function TypesTab() {
  const t = useT();
  const language = useLanguage();
  const versions = useOpened<OrderType>();
  const limit = (minutes: number | null) =>
    minutes === null ? '–' : formatDuration(minutes * MINUTE_MS, language);
  return (
    <>
      <ResourceList
        resource={orderTypes}
        columns={[
          'type_name',
          {
            key: 'enabled',
            show: ({ enabled }) => (
              <Status tone={enabled ? 'good' : 'quiet'}>{t(`orderTypes.enabled_${enabled}`)}</Status>
            ),
          },
          {
            key: 'fields',
            sortable: false,
            show: ({ fields }) => t('orderTypes.form_fields', { count: fields.length }),
          },
          {
            key: 'checklist',
            sortable: false,
            show: ({ checklist }) => t('orderTypes.form_fields', { count: checklist.length }),
          },
          {
            key: 'response_minutes',
            title: t('orderTypes.response'),
            show: ({ response_minutes }) => limit(response_minutes),
          },
          {
            key: 'completion_minutes',
            title: t('orderTypes.completion'),
            show: ({ completion_minutes }) => limit(completion_minutes),
          },
          'needs_check',
          { key: 'user_group_name', sortable: false },
          { key: 'open_orders', sortable: false },
          { key: 'orders', sortable: false, rare: true },
          { key: 'recheck_minutes', rare: true },
          { key: 'needs_signature', rare: true },
          { key: 'form_number', sortable: false, rare: true },
          { key: 'remark', rare: true },
          { key: 'updated_at', rare: true },
        ]}
        filters={[{ key: 'enabled', choices: ['true', 'false'] }]}
        form={form}
        formWidth={760}
        rowActions={(type: OrderType) => [
          { label: t('orderTypes.versions'), run: () => versions.open(type) },
        ]}
        frame={(add, list) => (
          <>
            <div className={styles.bar}>
              <p>{t('orderTypes.types_hint')}</p>
              {add}
            </div>
            {list}
          </>
        )}
      />
      {versions.show((type) => (
        <TypeVersions type={type} onClosed={versions.closed} />
      ))}
    </>
  );
}
