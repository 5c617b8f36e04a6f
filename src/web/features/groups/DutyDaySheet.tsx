import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, Radio, Select } from 'antd';
import { type FormEvent, useId, useState } from 'react';
import { dutyCalendar } from '#shared/contract/groups/duty-calendar.ts';
import { useAction } from '#web/api/useAction.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { FormSheet } from '#web/ui/FormSheet.tsx';
import { searchedByLabel } from '#web/ui/searched.ts';
import { showDate } from '#web/ui/show-time.ts';
import styles from './duty-calendar.module.css';
import { type Calendar, type Day, dutyReads } from './duty-days.ts';
import { isClock } from './shifts.ts';

interface DutyDaySheetProps {
  user_group_id: number;
  version: number;
  day: Day;
  people: Calendar['people'];
  onClosed(): void;
}

interface OwnTurn {
  key: number;
  user_id: number | undefined;
  start_time: string;
  end_time: string;
}

/** Drawer for the shifts of one date, overriding those of its weekday. */
export function DutyDaySheet({ user_group_id, version, day, people, onClosed }: DutyDaySheetProps) {
  const t = useT();
  const language = useLanguage();
  const formId = useId();
  const [isOpen, setOpen] = useState(true);
  const [isDirty, setDirty] = useState(false);
  const [isOwn, setOwn] = useState(day.is_own);
  const [note, setNote] = useState(day.note);
  const [judged, setJudged] = useState(false);
  const [turns, setTurns] = useState<OwnTurn[]>(() =>
    // Planned people, not swapped ones: saving would otherwise make the swap permanent.
    day.turns.map((turn, key) => ({ ...turn, key, user_id: turn.planned_user_id })),
  );
  const saving = useAction(dutyCalendar.setDay, { refresh: dutyReads, done: 'dutyCalendar.day_saved' });
  const change = (act: () => void) => {
    setDirty(true);
    act();
  };
  const put = (key: number, patch: Partial<OwnTurn>) =>
    change(() => setTurns(turns.map((turn) => (turn.key === key ? { ...turn, ...patch } : turn))));
  const add = () => {
    const key = Math.max(-1, ...turns.map((turn) => turn.key)) + 1;
    change(() => setTurns([...turns, { key, user_id: undefined, start_time: '08:00', end_time: '20:00' }]));
  };
  const whole = turns.flatMap(({ user_id, start_time, end_time }) =>
    user_id !== undefined && isClock(start_time) && isClock(end_time)
      ? [{ user_id, start_time, end_time }]
      : [],
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setJudged(true);
    if (isOwn && whole.length < turns.length) return;
    const own = isOwn ? { note, turns: whole } : {};
    await saving.run({ user_group_id, version, on_date: day.on_date, is_own: isOwn, ...own });
    setDirty(false);
    setOpen(false);
  };
  return (
    <FormSheet
      title={t('dutyCalendar.day_title', { date: showDate(day.on_date, language) })}
      open={isOpen}
      dirty={isDirty}
      formId={formId}
      ok={t('common.save')}
      pending={saving.pending}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
    >
      <form
        id={formId}
        className={styles.form}
        onSubmit={(event) => void submit(event).catch(() => undefined)}
      >
        <Radio.Group
          vertical
          value={isOwn}
          onChange={({ target }) => change(() => setOwn(Boolean(target.value)))}
          options={[
            { value: false, label: t('dutyCalendar.day_as_week') },
            { value: true, label: t('dutyCalendar.day_own') },
          ]}
        />
        {isOwn && (
          <>
            {turns.length === 0 && <p className={styles.none}>{t('dutyCalendar.day_none')}</p>}
            {turns.map((turn) => (
              <OwnTurnFields
                key={turn.key}
                turn={turn}
                people={people}
                judged={judged}
                onChange={(patch) => put(turn.key, patch)}
                onRemove={() => change(() => setTurns(turns.filter(({ key }) => key !== turn.key)))}
              />
            ))}
            {judged && whole.length < turns.length && <p role="alert">{t('dutyCalendar.incomplete')}</p>}
            <Button icon={<PlusOutlined />} onClick={add}>
              {t('dutyCalendar.add_turn')}
            </Button>
            <Input
              aria-label={t('dutyCalendar.note')}
              placeholder={t('dutyCalendar.note')}
              maxLength={200}
              value={note}
              onChange={({ target }) => change(() => setNote(target.value))}
            />
          </>
        )}
      </form>
    </FormSheet>
  );
}

interface OwnTurnFieldsProps {
  turn: OwnTurn;
  people: Calendar['people'];
  /** True after an attempt to save: missing input is marked. */
  judged: boolean;
  onChange(patch: Partial<OwnTurn>): void;
  onRemove(): void;
}

function OwnTurnFields({ turn, people, judged, onChange, onRemove }: OwnTurnFieldsProps) {
  const t = useT();
  const { user_id, start_time, end_time } = turn;
  const name = people.find((one) => one.user_id === user_id)?.real_name ?? '';
  return (
    <div className={styles.turn}>
      <Select
        aria-label={t('dutyCalendar.user_id')}
        placeholder={t('dutyCalendar.pick')}
        status={judged && user_id === undefined ? 'error' : ''}
        value={user_id}
        onChange={(chosen: number) => onChange({ user_id: chosen })}
        showSearch={searchedByLabel}
        options={people.map((one) => ({ value: one.user_id, label: one.real_name }))}
      />
      <Input
        aria-label={t('dutyCalendar.start_time')}
        maxLength={5}
        status={isClock(start_time) ? '' : 'error'}
        value={start_time}
        onChange={({ target }) => onChange({ start_time: target.value })}
      />
      <Input
        aria-label={t('dutyCalendar.end_time')}
        maxLength={5}
        status={isClock(end_time) ? '' : 'error'}
        value={end_time}
        onChange={({ target }) => onChange({ end_time: target.value })}
      />
      <Button
        type="text"
        icon={<DeleteOutlined />}
        aria-label={t('duty.remove_shift', { name })}
        onClick={onRemove}
      />
    </div>
  );
}
