import { InputNumber } from 'antd';
import { useState } from 'react';
import { userGroups } from '#shared/contract/groups/groups.ts';
import { components } from '#shared/contract/site-config/factors.ts';
import { assignments, orderPriorities } from '#shared/contract/work-orders/orders.ts';
import { orderPlanSites, orderPlans, planBases } from '#shared/contract/work-orders/plans.ts';
import { orderTypes } from '#shared/contract/work-orders/types.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { ResourceList } from '#web/pages/ResourcePage.tsx';
import type { Action } from '#web/ui/actions.tsx';
import { rowsOf } from '#web/ui/choices.tsx';
import type { Field } from '#web/ui/form-field.ts';
import { localName } from '#web/ui/local-name.ts';
import { MomentInput } from '#web/ui/MomentInput.tsx';
import { Status } from '#web/ui/Status.tsx';
import { useOpened } from '#web/ui/useOpened.tsx';
import { UserSelect } from '#web/widgets/order/AssignInputs.tsx';
import { SitePicker } from '#web/widgets/SitePicker.tsx';
import type { Plan } from './order-plan.ts';
import { PlanProgress } from './PlanProgress.tsx';
import styles from './work-orders.module.css';

const form: Field[] = [
  { key: 'plan_name' },
  { key: 'order_type_id', side: 'left', choices: rowsOf(orderTypes, 'type_name') },
  { key: 'priority', side: 'right', choices: orderPriorities },
  { key: 'consumable' },
  { key: 'site_ids', editor: <SitesInput /> },
  { key: 'basis', side: 'left', choices: planBases },
  ...(['days', 'hours'] as const).map(
    (basis): Field => ({
      key: `every_${basis}`,
      side: 'right',
      editor: <InputNumber min={1} max={basis === 'days' ? 3650 : 100_000} precision={0} />,
      when: (values) => values.basis === basis,
      needed: (values) => values.basis === basis,
    }),
  ),
  {
    key: 'component_id',
    choices: rowsOf(components, 'component_name'),
    when: ({ basis }) => basis === 'hours',
  },
  { key: 'first_at', editor: <MomentInput /> },
  { key: 'assign', choices: assignments },
  {
    key: 'assignee_id',
    editor: <UserSelect />,
    when: ({ assign }) => assign === 'person',
    needed: ({ assign }) => assign === 'person',
  },
  {
    key: 'user_group_id',
    choices: rowsOf(userGroups, 'user_group_name'),
    when: ({ assign }) => assign === 'group' || assign === 'duty' || assign === 'nearest',
  },
  { key: 'description', as: 'textarea' },
  { key: 'enabled' },
];

/** Preventive maintenance plans: schedule, state and progress. */
export function PlansTab() {
  const t = useT();
  const language = useLanguage();
  const [now] = useState(() => new Date().toISOString());
  const mayWrite = useMay(orderPlans.edit.needs);
  const progress = useOpened<Plan>();
  const refresh = [orderPlans.list, orderPlanSites.list];
  const pause = useAction(orderPlans.edit, { refresh, done: 'orderPlans.paused' });
  const resume = useAction(orderPlans.edit, { refresh, done: 'orderPlans.resumed' });
  const every = ({ basis, every_days, every_hours }: Plan) =>
    basis === 'days'
      ? t('orderPlans.each_days', { count: every_days ?? 0 })
      : t('orderPlans.each_hours', { count: every_hours ?? 0 });
  const actionsOf = (plan: Plan): Action[] => {
    const { plan_id, version, enabled } = plan;
    const edit = enabled ? pause : resume;
    return [
      { label: t('orderPlans.progress'), run: () => progress.open(plan) },
      ...(mayWrite
        ? [
            {
              label: t(enabled ? 'orderPlans.pause' : 'orderPlans.resume'),
              run: () => edit.run({ plan_id, version, enabled: !enabled }),
            },
          ]
        : []),
    ];
  };
  return (
    <>
      <ResourceList
        resource={orderPlans}
        columns={[
          'plan_name',
          {
            key: 'enabled',
            show: ({ enabled }) => (
              <Status tone={enabled ? 'good' : 'quiet'}>{t(`orderPlans.enabled_${enabled}`)}</Status>
            ),
          },
          { key: 'type_name', sortable: false, show: (plan) => localName(plan, 'type_name', language) },
          { key: 'basis', show: every },
          {
            key: 'site_ids',
            sortable: false,
            show: ({ site_ids }) => t('orderPlans.site_count', { count: site_ids.length }),
          },
          { key: 'next_at', sortable: false },
          { key: 'open_orders', sortable: false },
          { key: 'orders', sortable: false },
          { key: 'consumable', rare: true },
          { key: 'assign', rare: true },
          { key: 'priority', rare: true },
          { key: 'first_at', rare: true },
          { key: 'description', rare: true },
          { key: 'updated_at', rare: true },
        ]}
        filters={[
          { key: 'enabled', choices: ['true', 'false'] },
          { key: 'basis', choices: planBases },
        ]}
        form={form}
        formWidth={620}
        start={{ first_at: now, every_days: 7 }}
        rowActions={actionsOf}
        frame={(add, list) => (
          <>
            <div className={styles.bar}>
              <p>{t('orderPlans.hint')}</p>
              {add}
            </div>
            {list}
          </>
        )}
      />
      {progress.show((plan) => (
        <PlanProgress plan={plan} onClosed={progress.closed} />
      ))}
    </>
  );
}

function SitesInput({ value = [], onChange }: { value?: number[]; onChange?(site_ids: number[]): void }) {
  const t = useT();
  return (
    <SitePicker
      multiple
      label={t('orderPlans.site_ids')}
      placeholder={t('common.please_select')}
      value={value}
      onChange={(site_ids) => onChange?.(site_ids)}
    />
  );
}
