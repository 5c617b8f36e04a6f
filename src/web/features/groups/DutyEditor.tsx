import { PlusOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { duty } from '#shared/contract/groups/duty.ts';
import type { CallError } from '#web/api/call-error.ts';
import { explain } from '#web/api/explain.ts';
import { useMay } from '#web/api/powers.ts';
import { useT } from '#web/i18n.ts';
import { isConflict } from '#web/ui/form-problems.ts';
import { SaveButtons } from '#web/ui/SaveButtons.tsx';
import { DutyFindings } from './DutyFindings.tsx';
import { DutyWeek } from './DutyWeek.tsx';
import styles from './duty.module.css';
import type { Member } from './group.ts';
import { ShiftRow } from './ShiftRow.tsx';
import { type DutyEdits, type EditedRoster, useDutyEdits } from './useDutyEdits.ts';

interface DutyEditorProps extends EditedRoster {
  members: readonly Member[];
  now: readonly string[];
  onDirty(dirty: boolean): void;
}

/** Editor of the weekly roster, with a week view and its gaps and overlaps. */
export function DutyEditor(props: DutyEditorProps) {
  const { user_group_id, members, now, onDirty } = props;
  const t = useT();
  const edits = useDutyEdits(props);
  const { shifts, bands, dirty } = edits;
  const mayWrite = useMay(duty.set.needs);
  useEffect(() => onDirty(dirty), [dirty, onDirty]);

  const names = new Map(members.map(({ user_id, real_name }) => [user_id, real_name]));
  const nameOf = (user_id: number) => names.get(user_id) ?? `#${user_id}`;
  return (
    <div className={styles.duty}>
      <DutyWeek bands={bands} nameOf={nameOf} order={members.map(({ user_id }) => user_id)} />
      <DutyFindings bands={bands} nameOf={nameOf} now={now} />
      <p className={styles.more}>
        <Link to={`/workorder/duty?group=${user_group_id}`}>{t('duty.calendar')}</Link>
      </p>
      <h2>{t('duty.shifts')}</h2>
      {edits.refused && <Refusal error={edits.refused} />}
      {shifts.map((shift) => (
        <ShiftRow
          key={shift.key}
          shift={shift}
          members={members}
          judged={edits.judged}
          disabled={!mayWrite}
          onChange={edits.put}
          onRemove={() => edits.remove(shift.key)}
        />
      ))}
      {mayWrite && <Footer edits={edits} />}
    </div>
  );
}

function Refusal({ error }: { error: CallError }) {
  const t = useT();
  return (
    <Alert
      type="warning"
      showIcon
      title={isConflict(error) ? t('duty.conflict') : explain(t, error)}
      description={
        isConflict(error)
          ? t('duty.conflict_hint')
          : error.fields.map(({ problem, params }) => t.tx(`problems.${problem}`, params)).join(' ')
      }
    />
  );
}

function Footer({ edits }: { edits: DutyEdits }) {
  const t = useT();
  return (
    <footer>
      <Button icon={<PlusOutlined />} onClick={edits.add}>
        {t('duty.add_shift')}
      </Button>
      <span />
      <SaveButtons
        dirty={edits.dirty}
        saving={edits.saving}
        save={t('duty.save')}
        discard={t('duty.discard')}
        onSave={edits.submit}
        onDiscard={edits.discard}
      />
    </footer>
  );
}
