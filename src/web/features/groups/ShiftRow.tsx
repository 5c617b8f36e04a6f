import { DeleteOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, Select } from 'antd';
import { HOLIDAY } from '#shared/domain/duty.ts';
import { useT } from '#web/i18n.ts';
import { searchedByLabel } from '#web/ui/searched.ts';
import styles from './duty.module.css';
import type { Member } from './group.ts';
import { isClock, isWhole, type Shift } from './shifts.ts';

/** The last one is holidays. */
const weekdays = [1, 2, 3, 4, 5, 6, 7, HOLIDAY];

interface ShiftRowProps {
  shift: Shift;
  members: readonly Member[];
  /** Missing input is marked only after an attempt to save. */
  judged: boolean;
  disabled: boolean;
  onChange(shift: Shift): void;
  onRemove(): void;
}

export function ShiftRow({ shift, members, judged, disabled, onChange, onRemove }: ShiftRowProps) {
  const t = useT();
  const { user_id, start_time, end_time } = shift;
  const who = members.find((member) => member.user_id === user_id)?.real_name ?? '';
  return (
    <fieldset className={styles.shift} disabled={disabled}>
      <legend>{t('duty.shift_of', { name: who })}</legend>
      <Select
        className={styles.person}
        aria-label={t('duty.user_id')}
        placeholder={t('duty.pick_person')}
        disabled={disabled}
        status={judged && user_id === undefined ? 'error' : undefined}
        value={user_id}
        onChange={(chosen: number) => onChange({ ...shift, user_id: chosen })}
        showSearch={searchedByLabel}
        options={members.map((member) => ({
          value: member.user_id,
          label: `${member.real_name} ${member.account}`,
        }))}
      />
      <Checkbox.Group
        className={styles.weekdays}
        disabled={disabled}
        value={shift.weekdays}
        onChange={(chosen) => onChange({ ...shift, weekdays: chosen })}
        options={weekdays.map((value) => ({ value, label: t.tx(`duty.weekday_${value}`) }))}
      />
      <span className={styles.times}>
        <Input
          aria-label={t('duty.start_time')}
          maxLength={5}
          placeholder="08:00"
          disabled={disabled}
          status={judged && !isClock(start_time) ? 'error' : undefined}
          value={start_time}
          onChange={({ target }) => onChange({ ...shift, start_time: target.value })}
        />
        {'–'}
        <Input
          aria-label={t('duty.end_time')}
          maxLength={5}
          placeholder="08:00"
          disabled={disabled}
          status={judged && !isClock(end_time) ? 'error' : undefined}
          value={end_time}
          onChange={({ target }) => onChange({ ...shift, end_time: target.value })}
        />
        <small>{isClock(end_time) && end_time <= start_time && t('duty.next_day')}</small>
      </span>
      {!disabled && (
        <Button
          type="text"
          icon={<DeleteOutlined />}
          aria-label={t('duty.remove_shift', { name: who })}
          onClick={onRemove}
        />
      )}
      {judged && !isWhole(shift) && <p role="alert">{t('duty.incomplete')}</p>}
    </fieldset>
  );
}
