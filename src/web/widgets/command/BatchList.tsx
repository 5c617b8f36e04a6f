import { Progress } from 'antd';
import { batchActions, commandBatches } from '#shared/contract/control/batches.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import type { CommandKindName } from '#shared/domain/command-kinds.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import type { Action } from '#web/ui/actions.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { useList } from '#web/ui/useList.ts';
import { commandReads } from './command-reads.ts';
import { useCommandsChange } from './useCommandsChange.ts';

type Batch = AnswerOf<typeof commandBatches.list>['data_info'][number];

/** Commands to many devices, with their progress. */
export function BatchList({ kinds }: { kinds: readonly CommandKindName[] }) {
  const t = useT();
  const list = useList(commandBatches, { kind: [...kinds] });
  useCommandsChange([commandBatches.list]);
  const refresh = commandReads;
  const pausing = useAction(batchActions.pause, { refresh });
  const cancelling = useAction(batchActions.cancel, { refresh });
  const retrying = useAction(batchActions.retry, { refresh });
  const actionsOf = ({ batch_id, paused, waiting, troubled }: Batch): Action[] => [
    ...(waiting > 0
      ? [
          {
            label: t(paused ? 'commandBatches.resume' : 'commandBatches.pause'),
            run: () => pausing.run({ batch_id, paused: !paused }),
          },
          { label: t('commandBatches.cancel'), danger: true, run: () => cancelling.run({ batch_id }) },
        ]
      : []),
    ...(troubled > 0 ? [{ label: t('commandBatches.retry'), run: () => retrying.run({ batch_id }) }] : []),
  ];
  return (
    <DataTable
      list={list}
      rowKey="batch_id"
      nameOf={({ batch_id }: Batch) => `#${batch_id}`}
      columns={[
        { key: 'kind', show: ({ kind, batch_id }) => `#${batch_id} ${t(`commandKinds.${kind}`)}` },
        {
          key: 'total',
          show: ({ total, succeeded, troubled, cancelled }) => (
            <Progress
              size="small"
              percent={Math.round(((succeeded + troubled + cancelled) / total) * 100)}
              success={{ percent: Math.round((succeeded / total) * 100) }}
              format={() => `${succeeded} / ${total}`}
            />
          ),
        },
        { key: 'waiting', sortable: false },
        { key: 'under_way', sortable: false },
        { key: 'troubled', sortable: false },
        { key: 'cancelled', sortable: false, rare: true },
        { key: 'reason', sortable: false },
        { key: 'created_by_name', sortable: false },
        'created_at',
      ]}
      filters={[{ key: 'created_at', as: 'range' }]}
      rowActions={actionsOf}
    />
  );
}
