import { Button } from 'antd';
import { autoResupply, autoResupplyActions, autoStates } from '#shared/contract/control/auto-resupply.ts';
import { useMay } from '#web/api/powers.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import type { Action } from '#web/ui/actions.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/ListStates.tsx';
import { useList } from '#web/ui/useList.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { useCommandsChange } from '#web/widgets/command/useCommandsChange.ts';
import { siteFilter } from '#web/widgets/filters.tsx';
import { AutoSettings } from './AutoSettings.tsx';
import { type AutoDevice, autoReads } from './auto-reads.ts';
import styles from './control.module.css';
import { useAutoColumns } from './useAutoColumns.tsx';

/** Devices with automatic resupply, and their progress. */
export function AutoDevices() {
  const t = useT();
  const mayControl = useMay(autoResupplyActions.start.needs);
  const list = useList(autoResupply);
  const columns = useAutoColumns();
  useCommandsChange(autoReads);
  const dialog = useOpened<AutoDevice[]>();
  const { stop, look, actionsOf } = useAutoActions(dialog.open);
  const isNew = list.rows?.length === 0 && !list.filtered;
  const add = mayControl && (
    <Button type="primary" onClick={() => dialog.open([])}>
      {t(isNew ? 'autoResupply.start_title' : 'autoResupply.start_more')}
    </Button>
  );
  return (
    <>
      {isNew ? (
        <EmptyState title={t('autoResupply.empty_title')} hint={t('autoResupply.empty_text')}>
          {add}
        </EmptyState>
      ) : (
        <>
          <div className={styles.bar}>{add}</div>
          <DataTable
            list={list}
            rowKey="site_id"
            columns={columns}
            filters={[{ key: 'state', choices: autoStates }, siteFilter]}
            rowActions={actionsOf}
            batchActions={
              mayControl
                ? (rows) => [
                    stop(rows),
                    { label: t('autoResupply.set'), opens: true, run: () => dialog.open(rows) },
                    look(rows),
                  ]
                : undefined
            }
          />
        </>
      )}
      {dialog.show((devices) => (
        <AutoSettings devices={devices} onClosed={dialog.closed} />
      ))}
    </>
  );
}

/** Actions on devices; `onSet` opens their settings. */
function useAutoActions(onSet: (devices: AutoDevice[]) => void) {
  const t = useT();
  const toast = useToast();
  const mayControl = useMay(autoResupplyActions.start.needs);
  const stopping = useAction(autoResupplyActions.stop, { refresh: autoReads });
  const looking = useAction(autoResupplyActions.look, { refresh: autoReads, done: 'autoResupply.looking' });
  const stop = (rows: readonly AutoDevice[]): Action => ({
    label: t('autoResupply.stop'),
    danger: true,
    question: {
      title: t('autoResupply.stop_ask', { count: rows.length }),
      text: t('autoResupply.stop_text'),
      ok: t('autoResupply.stop'),
      danger: true,
    },
    run: async () => {
      const { stopped } = await stopping.run({ site_ids: rows.map(({ site_id }) => site_id) });
      toast.success(t('autoResupply.stopped', { count: stopped }));
    },
  });
  const look = (rows: readonly AutoDevice[]): Action => ({
    label: t('autoResupply.look_now'),
    run: () => looking.run({ site_ids: rows.map(({ site_id }) => site_id) }),
  });
  const actionsOf = (device: AutoDevice): Action[] => {
    const { site_id, state, data_types } = device;
    const type = data_types[0] ?? 'hour';
    return [
      ...(mayControl && state === 'running' ? [look([device]), stop([device])] : []),
      ...(mayControl && state === 'stopped'
        ? [{ label: t('autoResupply.start'), run: () => onSet([device]) }]
        : []),
      ...(mayControl && state === 'running'
        ? [{ label: t('autoResupply.set'), run: () => onSet([device]) }]
        : []),
      {
        label: t('autoResupply.to_gaps'),
        to: `/countercharges/autoresupply?view=gaps&site_id=${site_id}`,
      },
      { label: t('autoResupply.to_calendar'), to: `/countercharges/resupply?sites=${site_id}&type=${type}` },
    ];
  };
  return { stop, look, actionsOf };
}
