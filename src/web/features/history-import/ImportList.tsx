import { Progress } from 'antd';
import { type ReactNode, useEffect } from 'react';
import {
  type HistoryImport,
  historyImports,
  importStage,
} from '#shared/contract/history-import/history-import.ts';
import { formatBytes } from '#shared/domain/numbers.ts';
import { formatTime } from '#shared/domain/time.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { grouped } from '#web/ui/grouped.ts';
import { Status } from '#web/ui/Status.tsx';
import { englishDate } from '#web/ui/show-time.ts';
import { useList } from '#web/ui/useList.ts';
import styles from './history-import.module.css';
import { stateTone, stateWord } from './import-state.ts';
import { useImportActions } from './useImportActions.ts';

const lookAgainMs = 2000;

/** All visible imports, newest first, with actions. */
export function ImportList({ add }: { add: ReactNode }) {
  const t = useT();
  const language = useLanguage();
  const list = useList(historyImports);
  const actions = useImportActions();
  const isBusy = list.rows?.some(({ status }) => status === 'running') ?? false;
  const { reload } = list;
  useEffect(() => {
    if (!isBusy) return;
    const timer = setInterval(reload, lookAgainMs);
    return () => clearInterval(timer);
  }, [isBusy, reload]);
  const dayOf = (at: string) =>
    language === 'en' ? englishDate(at) : formatTime(new Date(at), 'yyyy-MM-dd');
  const span = ({ first_at, last_at }: HistoryImport) =>
    first_at && last_at ? t('historyImport.span', { from: dayOf(first_at), to: dayOf(last_at) }) : '–';
  return (
    <DataTable
      list={list}
      rowKey="import_id"
      add={add}
      columns={[
        'file_name',
        { key: 'stage', show: (row) => <ImportState row={row} /> },
        { key: 'good', show: ({ good }) => grouped(good) },
        { key: 'bad', show: ({ bad }) => grouped(bad) },
        { key: 'written', show: ({ written }) => grouped(written) },
        { key: 'site_count', rare: true },
        { key: 'first_at', show: span },
        'user_name',
        'created_at',
        { key: 'size', show: ({ size }) => formatBytes(size), rare: true },
        { key: 'replacing', show: ({ replacing }) => grouped(replacing), rare: true },
        { key: 'left_out', show: ({ left_out }) => grouped(left_out), rare: true },
        { key: 'undone_at', rare: true },
      ]}
      filters={[
        { key: 'stage', choices: importStage.options },
        { key: 'created_at', as: 'range' },
      ]}
      rowActions={(row) => [
        { label: t('historyImport.details'), to: `?import=${row.import_id}` },
        ...actions.of(row),
      ]}
    />
  );
}

/** State text, with a progress bar while running. */
function ImportState({ row }: { row: HistoryImport }) {
  const t = useT();
  const word = t(stateWord(row));
  return (
    <span className={styles.state}>
      <Status tone={stateTone(row)}>{word}</Status>
      {row.status === 'running' && (
        <Progress percent={Math.floor(row.share * 100)} size="small" aria-label={word} />
      )}
    </span>
  );
}
