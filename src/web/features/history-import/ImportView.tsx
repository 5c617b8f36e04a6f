import { Alert, Button, Checkbox, Progress, Result } from 'antd';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { type HistoryImport, historyImports } from '#shared/contract/history-import/history-import.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { RowActions } from '#web/ui/actions.tsx';
import { numbersText } from '#web/ui/number-list.ts';
import styles from './history-import.module.css';
import { ImportFacts } from './ImportFacts.tsx';
import { isBrokenOff, stateWord } from './import-state.ts';
import { ImportSteps } from './NewImport.tsx';
import { ProblemTable } from './ProblemTable.tsx';
import { useImportActions } from './useImportActions.ts';

const pollMs = 1000;

/** One import: check, progress, result and undo. The page can be left and reopened. */
export function ImportView({ import_id }: { import_id: number }) {
  const [busy, setBusy] = useState(true);
  const answer = useCall(historyImports.list, { import_id }, { refetchMs: busy ? pollMs : undefined });
  const found = answer.data?.data_info[0];
  const isRunning = found === undefined || found.status === 'running';
  if (busy !== isRunning) setBusy(isRunning);
  return (
    <Answered answer={answer}>
      {({ data_info: [row] }) =>
        row ? <FoundImport row={row} /> : <Result status="404" title={<Missing />} />
      }
    </Answered>
  );
}

function Missing() {
  const t = useT();
  return t('faults.no_data');
}

function FoundImport({ row }: { row: HistoryImport }) {
  const t = useT();
  const [, setParams] = useSearchParams();
  const actions = useImportActions();
  const { stage, status, import_id, problems } = row;
  const step = stage === 'check' ? 2 : 3;
  // Checked imports have their own buttons.
  const offered = actions.of(row, () => setParams({}));
  return (
    <>
      <ImportSteps current={stage === 'import' && status === 'done' ? 4 : step} />
      <section className={styles.panel}>
        <header className={styles.head}>
          <h2 className={styles.title} title={row.file_name}>
            {row.file_name}
          </h2>
          <span className={styles.note}>{t(stateWord(row))}</span>
          {stage === 'check' && status !== 'running' && (
            <Button
              type="link"
              size="small"
              onClick={() => setParams({ new: '1', file: String(row.file_id), like: String(import_id) })}
            >
              {t('historyImport.change')}
            </Button>
          )}
          <RowActions actions={offered} rowName={row.file_name} />
        </header>
        <ImportFacts row={row} />
        {status === 'running' && <Working row={row} />}
        {isBrokenOff(row) && <BrokenOff row={row} />}
        {stage === 'check' && status === 'done' && (
          <Decision
            row={row}
            pending={actions.run.pending}
            onRun={(leave_out_bad) =>
              void actions.run.run({ import_id, leave_out_bad }).catch(() => undefined)
            }
          />
        )}
        {stage === 'import' && status === 'done' && <Imported row={row} />}
        {stage === 'undo' && status === 'done' && <Undone row={row} />}
      </section>
      {problems > 0 && status !== 'running' && <ProblemTable row={row} />}
    </>
  );
}

const workWords = {
  check: 'historyImport.checking',
  import: 'historyImport.importing',
  undo: 'historyImport.undoing',
} as const;

function Working({ row }: { row: HistoryImport }) {
  const t = useT();
  const { stage, share, good, bad, written, left_out } = row;
  const text =
    stage === 'check'
      ? t('historyImport.checking_rows', { count: good + bad })
      : stage === 'import'
        ? t('historyImport.progress', { done: written + left_out, total: good + bad })
        : '';
  return (
    <div className={styles.work} role="status">
      <strong>{t(workWords[stage])}</strong>
      <Progress percent={Math.floor(share * 100)} status="active" aria-label={t(workWords[stage])} />
      <span className={styles.soft}>
        {text} {t('historyImport.leave_hint')}
      </span>
    </div>
  );
}

function BrokenOff({ row: { stage, status, fault, written } }: { row: HistoryImport }) {
  const t = useT();
  return (
    <Alert
      className={styles.alert}
      type={status === 'failed' ? 'error' : 'warning'}
      showIcon
      title={t(status === 'failed' ? 'historyImport.failed' : 'historyImport.stopped')}
      description={
        <>
          {fault && <div>{t.tx(`faults.${fault}`)}</div>}
          {stage === 'import' && t('historyImport.stopped_hint', { count: written })}
        </>
      }
    />
  );
}

interface DecisionProps {
  row: HistoryImport;
  pending: boolean;
  onRun(leave_out_bad: boolean): void;
}

/** Imports all rows, or only the good ones if chosen. */
function Decision({ row, pending, onRun }: DecisionProps) {
  const t = useT();
  const { good, bad } = row;
  const [leaveOut, setLeaveOut] = useState(false);
  const word = good === 0 ? 'none_good' : bad === 0 ? 'all_good' : 'refused';
  return (
    <>
      <Alert
        className={styles.alert}
        type={word === 'all_good' ? 'info' : 'warning'}
        showIcon
        title={t(`historyImport.${word}`, { count: bad })}
      />
      {good > 0 && (
        <footer className={styles.foot}>
          {bad > 0 && (
            <Checkbox checked={leaveOut} onChange={({ target }) => setLeaveOut(target.checked)}>
              {t('historyImport.leave_out', { count: bad })}
            </Checkbox>
          )}
          <Button
            type="primary"
            disabled={bad > 0 && !leaveOut}
            loading={pending}
            onClick={() => onRun(leaveOut)}
          >
            {t('historyImport.run', { count: good })}
          </Button>
        </footer>
      )}
    </>
  );
}

function Imported({ row }: { row: HistoryImport }) {
  const t = useT();
  const { written, left_out, site_ids, first_at, last_at } = row;
  const asked = new URLSearchParams({ sites: numbersText(site_ids) });
  if (first_at && last_at) {
    asked.set('from', first_at);
    asked.set('to', new Date(Date.parse(last_at) + DAY_MS).toISOString());
  }
  return (
    <Alert
      className={styles.alert}
      type="info"
      showIcon
      title={[
        t('historyImport.imported', { count: written }),
        ...(left_out > 0 ? [t('historyImport.left_out', { count: left_out })] : []),
      ].join(t('lists.between'))}
      description={t('historyImport.imported_hint')}
      action={<Link to={`/dataanalysis/historicaldata?${asked}`}>{t('historyImport.show_data')}</Link>}
    />
  );
}

function Undone({ row: { removed, restored, kept } }: { row: HistoryImport }) {
  const t = useT();
  return (
    <Alert
      className={styles.alert}
      type="info"
      showIcon
      title={t('historyImport.undone_counts', { removed, restored })}
      description={kept > 0 && t('historyImport.undone_kept', { count: kept })}
    />
  );
}
