import { commandActions, commandLog } from '#shared/contract/control/commands.ts';
import type { ListQuery } from '#shared/contract/resource.ts';
import type { CommandKindName } from '#shared/domain/command-kinds.ts';
import { commandStates, type CommandState as State } from '#shared/domain/command-run.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import type { Action } from '#web/ui/actions.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { localName } from '#web/ui/local-name.ts';
import type { ColumnSpec } from '#web/ui/useColumns.ts';
import { useList } from '#web/ui/useList.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { siteFilter } from '#web/widgets/filters.tsx';
import { CommandDrawer } from './CommandDrawer.tsx';
import { type CommandRow, CommandState } from './CommandState.tsx';
import styles from './command.module.css';
import { commandReads } from './command-reads.ts';
import { RejectDialog } from './RejectDialog.tsx';
import { useCommandsChange } from './useCommandsChange.ts';
import { useCommandWords } from './useCommandWords.ts';

interface CommandLogProps {
  kinds?: readonly CommandKindName[];
  /** Limits the list to this site. */
  site_id?: number;
  /** Limits the list to this state. */
  state?: State;
  /** Additional actions of the page. */
  more?(command: CommandRow): Action[];
}

const wrapped = (text: string) => <span className={styles.words}>{text || '–'}</span>;

/** Live list of commands. */
export function CommandLog({ kinds, site_id, state: only, more }: CommandLogProps) {
  const fixed: Partial<ListQuery> = {
    ...(kinds && { kind: [...kinds] }),
    ...(site_id && { site_id }),
    ...(only && { state: only }),
  };
  const list = useList(commandLog, fixed);
  const opened = useOpened<number>();
  const rejecting = useOpened<number[]>();
  const actions = useCommandActions(rejecting.open);
  const columns = useCommandColumns(opened.open);
  useCommandsChange([commandLog.list], site_id ? [site_id] : undefined);
  return (
    <>
      <DataTable
        list={list}
        rowKey="command_id"
        nameOf={({ command_id }: CommandRow) => `#${command_id}`}
        columns={columns}
        filters={[
          ...(only ? [] : [{ key: 'state', choices: commandStates } as const]),
          ...(site_id ? [] : [siteFilter]),
          { key: 'created_at', as: 'range' },
        ]}
        rowActions={(command) => [...actions.ofOne(command), ...(more?.(command) ?? [])]}
        batchActions={only === 'awaiting_approval' && actions.mayApprove ? actions.ofMany : undefined}
      />
      {opened.show((command_id) => (
        <CommandDrawer command_id={command_id} onClosed={opened.closed} />
      ))}
      {rejecting.show((command_id) => (
        <RejectDialog command_id={command_id} onClosed={rejecting.closed} />
      ))}
    </>
  );
}

/** Actions that the state of a command and the user's powers allow. */
function useCommandActions(reject: (command_id: number[]) => void) {
  const t = useT();
  const mayApprove = useMay(commandActions.approve.needs);
  const cancelling = useAction(commandActions.cancel, { refresh: commandReads });
  const verifying = useAction(commandActions.verify, { refresh: commandReads });
  const approving = useAction(commandActions.approve, { refresh: commandReads });
  const ofOne = (command: CommandRow): Action[] => {
    const { command_id, state, own } = command;
    const refused = own ? t('details.command_own_approval') : undefined;
    const waits = state === 'awaiting_approval';
    return [
      ...(waits && mayApprove
        ? [
            {
              label: t('commands.approve'),
              refused,
              run: () => approving.run({ command_id, approved: true }),
            },
            {
              label: t('commands.reject'),
              refused,
              run: () => reject([command_id]),
            },
          ]
        : []),
      ...(waits || state === 'queued'
        ? [{ label: t('commands.cancel'), run: () => cancelling.run({ command_id }) }]
        : []),
      ...(state === 'unknown'
        ? [{ label: t('commands.verify'), run: () => verifying.run({ command_id }) }]
        : []),
    ];
  };
  const ofMany = (rows: readonly CommandRow[]): Action[] => {
    const command_id = rows.map((row) => row.command_id);
    return [
      { label: t('commands.approve'), run: () => approving.run({ command_id, approved: true }) },
      { label: t('commands.reject'), run: () => reject(command_id) },
    ];
  };
  return { mayApprove, ofOne, ofMany };
}

function useCommandColumns(open: (command_id: number) => void): ColumnSpec<CommandRow>[] {
  const t = useT();
  const language = useLanguage();
  const words = useCommandWords();
  return [
    {
      key: 'kind',
      show: (command) => (
        <button type="button" className={styles.what} onClick={() => open(command.command_id)}>
          <strong>{t(`commandKinds.${command.kind}`)}</strong>
          <small>{`#${command.command_id} ${localName(command, 'component_name', language) ?? ''}`}</small>
        </button>
      ),
    },
    'site_name',
    { key: 'state', show: (command) => <CommandState command={command} /> },
    { key: 'params', sortable: false, show: ({ params }) => wrapped(words(params)) },
    {
      key: 'result',
      sortable: false,
      show: ({ result, after_value }) => wrapped(words(after_value ?? result)),
    },
    'created_at',
    {
      key: 'created_by_name',
      sortable: false,
      show: ({ created_by_name }) => created_by_name || t('commands.by_platform'),
    },
    { key: 'reason', sortable: false },
    {
      key: 'before_value',
      sortable: false,
      rare: true,
      show: ({ before_value }) => words(before_value) || '–',
    },
    { key: 'finished_at', rare: true },
    { key: 'sends', sortable: false, rare: true },
    { key: 'approved_by_name', sortable: false, rare: true },
    { key: 'mn', sortable: false, rare: true },
  ];
}
