import { useState } from 'react';
import type { AnswerOf } from '#shared/contract/define.ts';
import { duty } from '#shared/contract/groups/duty.ts';
import { CallError } from '#web/api/call-error.ts';
import { useAction } from '#web/api/useAction.ts';
import { isConflict } from '#web/ui/form-problems.ts';
import { useLeaveGuard } from '#web/ui/useLeaveGuard.tsx';
import { bandsOf, isSameRoster, isWhole, type Shift, shiftsOf } from './shifts.ts';

type Roster = AnswerOf<typeof duty.get>;

export interface EditedRoster {
  user_group_id: number;
  roster: Roster;
  reload(): Promise<Roster | undefined>;
  onSaved(): Promise<void>;
}

export type DutyEdits = ReturnType<typeof useDutyEdits>;

/** Edit state of a weekly roster until saved or discarded. */
export function useDutyEdits({ user_group_id, roster, reload, onSaved }: EditedRoster) {
  const [base, setBase] = useState(() => ({ version: roster.version, shifts: shiftsOf(roster.duties) }));
  const [shifts, setShifts] = useState(base.shifts);
  const [judged, setJudged] = useState(false);
  const [refused, setRefused] = useState<CallError>();
  const save = useAction(duty.set, { done: 'duty.saved', shows: () => true });
  const dirty = !isSameRoster(base.shifts, shifts);
  useLeaveGuard(dirty);
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
  return {
    shifts,
    bands,
    dirty,
    judged,
    refused,
    saving: save.pending,
    put,
    add,
    remove: (key: number) => setShifts(shifts.filter((shift) => shift.key !== key)),
    submit,
    discard: () => setShifts(base.shifts),
  };
}
