import {
  type HistoryImport,
  historyImportCalls,
  historyImports,
} from '#shared/contract/history-import/history-import.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import type { Action } from '#web/ui/actions.tsx';
import { isBrokenOff, isRemovable, isUndoable } from './import-state.ts';

const refresh = [historyImports.list];

/** Actions on an import in its current state. */
export function useImportActions() {
  const t = useT();
  const run = useAction(historyImportCalls.run, { refresh });
  const undo = useAction(historyImportCalls.undo, { refresh });
  const stop = useAction(historyImportCalls.stop, { refresh });
  const remove = useAction(historyImportCalls.remove, { refresh });

  const of = (row: HistoryImport, removed?: () => void): Action[] => {
    const { import_id, file_name: name, stage, status } = row;
    const actions: Action[] = [];
    if (status === 'running') {
      actions.push({ label: t('historyImport.stop'), run: () => stop.run({ import_id }) });
    }
    if (stage === 'import' && isBrokenOff(row)) {
      actions.push({
        label: t('historyImport.go_on'),
        run: () => run.run({ import_id, leave_out_bad: true }),
      });
    }
    if (isUndoable(row)) {
      actions.push({
        label: t('historyImport.undo'),
        danger: true,
        question: {
          title: t('historyImport.undo_title', { name }),
          text: t('historyImport.undo_text'),
          ok: t('historyImport.undo'),
          danger: true,
        },
        run: () => undo.run({ import_id }),
      });
    } else if (stage === 'import' && status === 'done') {
      actions.push({ label: t('historyImport.undo'), refused: t('historyImport.not_traced') });
    }
    if (isRemovable(row)) {
      actions.push({
        label: t('historyImport.remove'),
        danger: true,
        question: {
          title: t('historyImport.remove_title', { name }),
          ok: t('historyImport.remove'),
          danger: true,
        },
        run: async () => {
          await remove.run({ import_id });
          removed?.();
        },
      });
    }
    return actions;
  };
  return { of, run };
}
