import type { HistoryImport } from '#shared/contract/history-import/history-import.ts';
import type { WordKey } from '#shared/i18n/index.ts';
import type { StatusTone } from '#web/ui/Status.tsx';

type State = Pick<HistoryImport, 'stage' | 'status'>;
type Counted = State & Pick<HistoryImport, 'good'>;

/** A check without good rows cannot be imported. */
const isFruitless = ({ stage, status, good }: Counted) =>
  stage === 'check' && status === 'done' && good === 0;

export function stateWord(row: Counted): WordKey {
  const { stage, status } = row;
  if (isFruitless(row)) return 'historyImport.state_check_nothing';
  return `historyImport.state_${stage}_${status}`;
}

export function stateTone(row: Counted): StatusTone {
  const { stage, status } = row;
  if (status === 'failed' || isFruitless(row)) return 'bad';
  if (status === 'running' || status === 'stopped') return 'notice';
  if (stage === 'check') return 'notice';
  return stage === 'import' ? 'good' : 'quiet';
}

/** Whether all or some of its rows are stored and can be undone. */
export function isUndoable({ stage, status, traced }: State & Pick<HistoryImport, 'traced'>): boolean {
  return (
    (stage === 'import' && status !== 'running' && traced) || (stage === 'undo' && isBrokenOff({ status }))
  );
}

export function isBrokenOff({ status }: Pick<State, 'status'>): boolean {
  return status === 'stopped' || status === 'failed';
}

/** Whether nothing is stored, so that it can be deleted. */
export function isRemovable({ stage, status }: State): boolean {
  return status !== 'running' && (stage === 'check' || (stage === 'undo' && status === 'done'));
}
