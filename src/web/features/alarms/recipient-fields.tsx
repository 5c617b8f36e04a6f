import { Checkbox, Select } from 'antd';
import { userActions } from '#shared/contract/access/users.ts';
import { alarmChannels } from '#shared/contract/alarms/recipients.ts';
import { alarmRobots } from '#shared/contract/alarms/robots.ts';
import { userGroups } from '#shared/contract/groups/groups.ts';
import { alarmFamilies, alarmKindNames } from '#shared/domain/alarm-kinds.ts';
import { staleMs } from '#web/api/freshness.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import type { Field, Values } from '#web/ui/form-field.ts';
import { searchedByLabel } from '#web/ui/searched.ts';
import { placeFields } from './PlaceInputs.tsx';

const repeats = ({ repeat_minutes }: Values) => (repeat_minutes ?? null) !== null;

/** Form of a notification route. */
export const recipientFields: Field[] = [
  { key: 'route_name' },
  { key: 'levels', section: 'alarms', editor: <ManyBoxes choices={['warning', 'alarm']} words="level" /> },
  { key: 'families', editor: <ManyBoxes choices={alarmFamilies} words="family" /> },
  { key: 'kinds', editor: <KindsInput /> },
  ...placeFields(['network', 'product', 'city', 'site']),
  { key: 'everyone', section: 'people' },
  { key: 'duty_group_ids', editor: <GroupsInput /> },
  { key: 'user_group_ids', editor: <GroupsInput /> },
  { key: 'user_ids', editor: <UsersInput /> },
  { key: 'channels', section: 'ways', editor: <ChannelsInput /> },
  { key: 'robot_ids', editor: <RobotsInput /> },
  { key: 'after_minutes', section: 'times' },
  { key: 'repeat_minutes', side: 'left' },
  { key: 'repeat_most', side: 'right', when: repeats },
  { key: 'enabled', section: 'more' },
  { key: 'remark', as: 'textarea' },
];

interface InputProps<Value> {
  id?: string;
  value?: Value[];
  onChange?(values: Value[]): void;
}

interface ManyBoxesProps extends InputProps<string> {
  choices: readonly string[];
  words: 'level' | 'family';
}

function ManyBoxes({ choices, words, value, onChange }: ManyBoxesProps) {
  const t = useT();
  return (
    <Checkbox.Group
      value={value}
      onChange={onChange}
      options={choices.map((choice) => ({ value: choice, label: t.tx(`alarmLog.${words}_${choice}`) }))}
    />
  );
}

function ChannelsInput({ value, onChange }: InputProps<string>) {
  const t = useT();
  return (
    <Checkbox.Group
      value={value}
      onChange={onChange}
      options={alarmChannels.map((channel) => ({
        value: channel,
        label: t(`alarmRoutes.channel_${channel}`),
      }))}
    />
  );
}

interface Option {
  value: number | string;
  label: string;
}

interface ManySelectProps extends InputProps<never> {
  options: Option[] | undefined;
}

function ManySelect({ id, value, onChange, options }: ManySelectProps) {
  const t = useT();
  return (
    <Select
      id={id}
      mode="multiple"
      // Hides bare ids until the names are loaded.
      value={options ? value : undefined}
      onChange={onChange}
      loading={!options}
      options={options}
      placeholder={t('common.please_select')}
      maxTagCount={8}
      showSearch={searchedByLabel}
    />
  );
}

function KindsInput(props: InputProps<never>) {
  const t = useT();
  const options = alarmKindNames.map((kind) => ({ value: kind, label: t(`alarmLog.kind_${kind}`) }));
  return <ManySelect {...props} options={options} />;
}

function UsersInput(props: InputProps<never>) {
  const users = useCall(userActions.other, { page_size: 1000 }, { staleMs }).data?.data_info;
  const options = users?.map(({ user_id, real_name, account }) => ({
    value: user_id,
    label: `${real_name} ${account}`,
  }));
  return <ManySelect {...props} options={options} />;
}

function GroupsInput(props: InputProps<never>) {
  const groups = useCall(userGroups.list, { page_size: 1000 }, { staleMs }).data?.data_info;
  const options = groups?.map(({ user_group_id, user_group_name }) => ({
    value: user_group_id,
    label: user_group_name,
  }));
  return <ManySelect {...props} options={options} />;
}

function RobotsInput(props: InputProps<never>) {
  const robots = useCall(alarmRobots.list, { page_size: 1000 }, { staleMs }).data?.data_info;
  const options = robots?.map(({ robot_id, robot_name }) => ({ value: robot_id, label: robot_name }));
  return <ManySelect {...props} options={options} />;
}
