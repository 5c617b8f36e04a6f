import { PlusOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { AnswerOf } from '#shared/contract/define.ts';
import { duty } from '#shared/contract/groups/duty.ts';
import { CallError } from '#web/api/call-error.ts';
import { explain } from '#web/api/explain.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx';
import { isConflict } from '#web/ui/form-problems.ts';
import { useLeaveGuard } from '#web/ui/useLeaveGuard.tsx';
import { DutyFindings } from './DutyFindings.tsx';
import { DutyWeek } from './DutyWeek.tsx';
import styles from './duty.module.css';
import type { Member } from './group.ts';
import { ShiftRow } from './ShiftRow.tsx';
import { bandsOf, isSameRoster, isWhole, type Shift, shiftsOf } from './shifts.ts';

type Roster = AnswerOf<typeof duty.get>;

interface DutyEditorProps {
  user_group_id: number;
  roster: Roster;
  members: readonly Member[];
  now: readonly string[];
  reload(): Promise<Roster | undefined>;
  onSaved(): Promise<void>;
  onDirty(dirty: boolean): void;
}

/** Editor of the weekly roster, with a week view and its gaps and overlaps. */
export function DutyEditor(props: DutyEditorProps) {
  const { user_group_id, roster, members, now, reload, onSaved, onDirty } = props;
  const t = useT();
  const [base, setBase] = useState(() => ({ version: roster.version, shifts: shiftsOf(roster.duties) }));
  const [shifts, setShifts] = useState(base.shifts);
  const [judged, setJudged] = useState(false);
  const [refused, setRefused] = useState<CallError>();
  const save = useAction(duty.set, { done: 'duty.saved', shows: () => true });
  const mayWrite = useMay(duty.set.needs);
  const dirty = !isSameRoster(base.shifts, shifts);
  useLeaveGuard(dirty);
  useEffect(() => onDirty(dirty), [dirty, onDirty]);

  const names = new Map(members.map(({ user_id, real_name }) => [user_id, real_name]));
  const nameOf = (user_id: number) => names.get(user_id) ?? `#${user_id}`;
  const bands = bandsOf(shifts);
  const put = (changed: Shift) =>
    setShifts(shifts.map((shift) => (shift.key === changed.key ? changed : shift)));
  const add = () => {
    const key = Math.max(-1, ...shifts.map((shift) => shift.key)) + 1;
    setShifts([
      ...shifts,
      { key, user_id: undefined, weekdays: [1, 2, 3, 4, 5], start_time: '08:00', end_time: '20:00' },
    ]);
  };
  const submit = async () => {
    setJudged(true);
    setRefused(undefined);
    if (!shifts.every(isWhole)) return;
    try {
      await save.run({ user_group_id, version: base.version, duties: bands });
      await onSaved();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setRefused(error);
      const fresh = isConflict(error) ? await reload() : undefined;
      // Keeps the user's input; saving again knowingly overwrites the other's.
      if (fresh) setBase({ version: fresh.version, shifts: shiftsOf(fresh.duties) });
    }
  };
  return (
    <div className={styles.duty}>
      <DutyWeek bands={bands} nameOf={nameOf} order={members.map(({ user_id }) => user_id)} />
      <DutyFindings bands={bands} nameOf={nameOf} now={now} />
      <p className={styles.more}>
        <Link to={`/workorder/duty?group=${user_group_id}`}>{t('duty.calendar')}</Link>
      </p>
      <h2>{t('duty.shifts')}</h2>
      {refused && (
        <Alert
          type="warning"
          showIcon
          title={isConflict(refused) ? t('duty.conflict') : explain(t, refused)}
          description={
            isConflict(refused)
              ? t('duty.conflict_hint')
              : refused.fields.map(({ problem, params }) => t.tx(`problems.${problem}`, params)).join(' ')
          }
        />
      )}
      {shifts.map((shift) => (
        <ShiftRow
          key={shift.key}
          shift={shift}
          members={members}
          judged={judged}
          disabled={!mayWrite}
          onChange={put}
          onRemove={() => setShifts(shifts.filter(({ key }) => key !== shift.key))}
        />
      ))}
      {mayWrite && (
        <footer>
          <Button icon={<PlusOutlined />} onClick={add}>
            {t('duty.add_shift')}
          </Button>
          <span />
          <ConfirmButton
            disabled={!dirty || save.pending}
            question={{
              title: t('common.unsaved_changes.title'),
              text: t('common.unsaved_changes.text'),
              ok: t('duty.discard'),
              danger: true,
            }}
            onConfirm={() => setShifts(base.shifts)}
          >
            {t('duty.discard')}
          </ConfirmButton>
          <Button type="primary" disabled={!dirty} loading={save.pending} onClick={() => void submit()}>
            {t('duty.save')}
          </Button>
        </footer>
      )}
    </div>
  );
}
