import { autoResupplyActions, resupplyGaps } from '#shared/contract/control/auto-resupply.ts';
import { resupplyTypes } from '#shared/contract/control/resupply.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { type GapState, gapStates } from '#shared/domain/auto-resupply.ts';
import { useMay } from '#web/api/powers.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import type { Action } from '#web/ui/actions.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { Status, type StatusTone } from '#web/ui/Status.tsx';
import { showTime } from '#web/ui/show-time.ts';
import { useList } from '#web/ui/useList.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { CommandDrawer } from '#web/widgets/command/CommandDrawer.tsx';
import { useCommandsChange } from '#web/widgets/command/useCommandsChange.ts';
import { siteFilter } from '#web/widgets/filters.tsx';
import { autoReads } from './auto-reads.ts';
import styles from './control.module.css';

type Gap = AnswerOf<typeof resupplyGaps.list>['data_info'][number];

const tones: Record<GapState, StatusTone> = {
  open: 'quiet',
  requested: 'notice',
  filled: 'good',
  absent: 'bad',
  gave_up: 'bad',
};

/** Found gaps with number of requests and outcome. */
export function AutoGaps() {
  const t = useT();
  const language = useLanguage();
  const toast = useToast();
  const mayRetry = useMay(autoResupplyActions.retry.needs);
  const list = useList(resupplyGaps);
  useCommandsChange(autoReads);
  const command = useOpened<number>();
  const retrying = useAction(autoResupplyActions.retry, { refresh: autoReads });
  const retry = (gaps: readonly Gap[]): Action => ({
    label: t('resupplyGaps.retry'),
    run: async () => {
      const { done } = await retrying.run({ gap_id: gaps.map(({ gap_id }) => gap_id) });
      toast.success(t('resupplyGaps.retried', { count: done }));
    },
  });
  const actionsOf = (gap: Gap): Action[] => {
    const { command_id, site_id, data_type, from_at, to_at, state } = gap;
    const span = new URLSearchParams({ sites: String(site_id), type: data_type, from: from_at, to: to_at });
    return [
      ...(mayRetry && state !== 'filled' && state !== 'requested' ? [retry([gap])] : []),
      ...(command_id === null
        ? []
        : [{ label: t('resupplyGaps.command_id'), run: () => command.open(command_id) }]),
      { label: t('autoResupply.to_calendar'), to: `/countercharges/resupply?${span}` },
    ];
  };
  return (
    <>
      <DataTable
        list={list}
        rowKey="gap_id"
        nameOf={({ gap_id }: Gap) => `#${gap_id}`}
        columns={[
          'site_name',
          { key: 'data_type', sortable: false },
          {
            key: 'from_at',
            show: ({ from_at, to_at }) => (
              <span className={styles.two}>
                <span>{showTime(from_at, language)}</span>
                <small>{`– ${showTime(to_at, language)}`}</small>
              </span>
            ),
          },
          {
            key: 'state',
            sortable: false,
            show: ({ state, why }) => (
              <span className={styles.two}>
                <Status tone={tones[state]}>{t(`resupplyGaps.state_${state}`)}</Status>
                {why && <small>{t(`resupplyGaps.why_${why}`)}</small>}
              </span>
            ),
          },
          'missing',
          'tries',
          {
            key: 'next_at',
            show: ({ next_at }) => (next_at ? showTime(next_at, language) : '–'),
          },
          'found_at',
          { key: 'ended_at', rare: true },
          { key: 'mn', sortable: false, rare: true },
        ]}
        filters={[
          { key: 'state', choices: gapStates },
          { key: 'data_type', choices: resupplyTypes },
          siteFilter,
          { key: 'found_at', as: 'range' },
        ]}
        rowActions={actionsOf}
        batchActions={mayRetry ? (rows) => [retry(rows)] : undefined}
      />
      {command.show((command_id) => (
        <CommandDrawer command_id={command_id} onClosed={command.closed} />
      ))}
    </>
  );
}
