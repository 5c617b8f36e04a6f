import { Form, Select } from 'antd';
import { userActions } from '#shared/contract/access/users.ts';
import { userGroups } from '#shared/contract/groups/groups.ts';
import { assignments } from '#shared/contract/work-orders/orders.ts';
import { staleMs } from '#web/api/freshness.ts';
import { useMay } from '#web/api/powers.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { searchedByLabel } from '#web/ui/searched.ts';

/** Assignee of an order: a person, a group, the person on duty, or the nearest one. */
export function AssignInputs() {
  const t = useT();
  const assign = Form.useWatch<string>('assign');
  const mayGroups = useMay(userGroups.list.needs);
  return (
    <>
      <Form.Item name="assign" label={t('orders.assign')} initialValue="nobody">
        <Select
          options={assignments
            .filter((one) => mayGroups || one === 'nobody' || one === 'person')
            .map((one) => ({ value: one, label: t(`orders.assign_${one}`) }))}
        />
      </Form.Item>
      {assign === 'person' && (
        <Form.Item name="assignee_id" label={t('orders.assignee_id')} required>
          <UserSelect />
        </Form.Item>
      )}
      {(assign === 'group' || assign === 'duty' || assign === 'nearest') && (
        <Form.Item name="user_group_id" label={t('orders.user_group_id')}>
          <GroupSelect />
        </Form.Item>
      )}
    </>
  );
}

interface SelectProps<Value> {
  id?: string;
  value?: Value;
  onChange?(value: Value): void;
  mode?: 'multiple';
}

export function UserSelect<Value>(props: SelectProps<Value>) {
  const t = useT();
  const users = useCall(userActions.other, { page_size: 1000 }, { staleMs }).data?.data_info;
  return (
    <Select
      {...props}
      value={users ? props.value : undefined}
      loading={!users}
      allowClear
      placeholder={t('common.please_select')}
      showSearch={searchedByLabel}
      options={users?.map(({ user_id, real_name, account }) => ({
        value: user_id,
        label: `${real_name} ${account}`,
      }))}
    />
  );
}

function GroupSelect<Value>(props: SelectProps<Value>) {
  const t = useT();
  const groups = useCall(userGroups.list, { page_size: 1000 }, { staleMs }).data?.data_info;
  return (
    <Select
      {...props}
      value={groups ? props.value : undefined}
      loading={!groups}
      allowClear
      placeholder={t('orderTypes.user_group_id')}
      showSearch={searchedByLabel}
      options={groups?.map(({ user_group_id, user_group_name }) => ({
        value: user_group_id,
        label: user_group_name,
      }))}
    />
  );
}
