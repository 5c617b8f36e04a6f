import { Select, Tabs } from 'antd';
import { userGroups } from '#shared/contract/groups/groups.ts';
import { departments, meetingRooms, roomEquipment } from '#shared/contract/meetings/rooms.ts';
import { useMay } from '#web/api/powers.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { ResourceList } from '#web/pages/ResourcePage.tsx';
import { rowsOf } from '#web/ui/choices.tsx';
import { Page } from '#web/ui/Page.tsx';
import { Status } from '#web/ui/Status.tsx';
import { searchedByLabel } from '#web/ui/searched.ts';
import { useAddress } from '#web/ui/useAddress.ts';
import styles from './meetings.module.css';

/** Rooms with equipment and booking permissions, and departments. */
export function RoomsPage() {
  const t = useT();
  const { params, change } = useAddress();
  return (
    <Page hint={t('meetingRooms.hint')}>
      <Tabs
        activeKey={params.get('view') === 'departments' ? 'departments' : 'rooms'}
        onChange={(view) => change({ view: view === 'rooms' ? undefined : view })}
        destroyOnHidden
        items={[
          { key: 'rooms', label: t('meetingRooms.tab'), children: <Rooms /> },
          { key: 'departments', label: t('departments.tab'), children: <Departments /> },
        ]}
      />
    </Page>
  );
}

function frame(add: React.ReactNode, list: React.ReactNode) {
  return (
    <>
      <div className={styles.add}>{add}</div>
      {list}
    </>
  );
}

function Rooms() {
  const t = useT();
  return (
    <ResourceList
      resource={meetingRooms}
      columns={[
        'room_name',
        {
          key: 'enabled',
          show: ({ enabled }) => (
            <Status tone={enabled ? 'good' : 'quiet'}>{t(`meetingRooms.enabled_${enabled}`)}</Status>
          ),
        },
        { key: 'department_name', sortable: false },
        'place',
        'capacity',
        {
          key: 'equipment',
          sortable: false,
          show: ({ equipment }) =>
            equipment.map((one) => t(`meetingRooms.equipment_${one}`)).join(t('lists.between')) || '–',
        },
        { key: 'no_show_minutes', rare: true },
        { key: 'remark', rare: true },
        { key: 'updated_at', rare: true },
      ]}
      filters={[
        { key: 'department_id', choices: rowsOf(departments, 'department_name') },
        { key: 'enabled', choices: ['true', 'false'] },
      ]}
      form={[
        'room_name',
        { key: 'department_id', choices: rowsOf(departments, 'department_name') },
        { key: 'place', side: 'left' },
        { key: 'capacity', side: 'right' },
        { key: 'equipment', editor: <EquipmentInput /> },
        { key: 'user_group_ids', editor: <GroupsInput /> },
        'no_show_minutes',
        'enabled',
        { key: 'remark', as: 'textarea' },
      ]}
      frame={frame}
    />
  );
}

function Departments() {
  return (
    <ResourceList
      resource={departments}
      columns={['department_name', { key: 'room_count', sortable: false }, 'remark', 'updated_at']}
      form={['department_name', { key: 'remark', as: 'textarea' }]}
      frame={frame}
    />
  );
}

interface EditorProps<Value> {
  id?: string;
  value?: Value[];
  onChange?(value: Value[]): void;
}

function EquipmentInput({ id, value, onChange }: EditorProps<string>) {
  const t = useT();
  return (
    <Select
      id={id}
      mode="multiple"
      value={value}
      onChange={onChange}
      options={roomEquipment.map((one) => ({ value: one, label: t(`meetingRooms.equipment_${one}`) }))}
    />
  );
}

function GroupsInput({ id, value, onChange }: EditorProps<number>) {
  const t = useT();
  const mayRead = useMay(userGroups.list.needs);
  const groups = useCall(userGroups.list, { page_size: 1000 }, { enabled: mayRead }).data?.data_info;
  return (
    <Select
      id={id}
      mode="multiple"
      placeholder={t('meetingRooms.everybody')}
      value={value}
      onChange={onChange}
      showSearch={searchedByLabel}
      options={groups?.map((one) => ({ value: one.user_group_id, label: one.user_group_name }))}
    />
  );
}
