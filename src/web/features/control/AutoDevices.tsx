import { Button, Empty } from 'antd';
import { autoResupply, autoResupplyActions, autoStates } from '#shared/contract/control/auto-resupply.ts';
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
import { useCommandsChange } from '#web/widgets/command/useCommandsChange.ts';
import { siteFilter } from '#web/widgets/filters.tsx';
import { AutoSettings } from './AutoSettings.tsx';
import { type AutoDevice, autoReads } from './auto-reads.ts';
import styles from './control.module.css';

const tones: Record<AutoDevice['state'], StatusTone> = {
  running: 'good',
  cooling: 'notice',
  stopped: 'quiet',
};

/** The devices that are resupplied by themselves, and how far it is with each. */
export function AutoDevices() {
  const t = useT();
  const language = useLanguage();
  const toast = useToast();
  const mayControl = useMay(autoResupplyActions.start.needs);
  const list = useList(autoResupply);
  useCommandsChange(autoReads);
  const dialog = useOpened<AutoDevice[]>();
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
  const actionsOf = (device: AutoDevice): Action[] => {
    const { site_id, state, data_types } = device;
    const type = data_types[0] ?? 'hour';
    return [
      ...(mayControl && state === 'running'
        ? [
            { label: t('autoResupply.look_now'), run: () => looking.run({ site_ids: [site_id] }) },
            stop([device]),
          ]
        : []),
      ...(mayControl && state === 'stopped'
        ? [{ label: t('autoResupply.start'), run: () => dialog.open([device]) }]
        : []),
      ...(mayControl && state === 'running'
        ? [{ label: t('autoResupply.set'), run: () => dialog.open([device]) }]
        : []),
      {
        label: t('autoResupply.to_gaps'),
        to: `/countercharges/autoresupply?view=gaps&site_id=${site_id}`,
      },
      { label: t('autoResupply.to_calendar'), to: `/countercharges/resupply?sites=${site_id}&type=${type}` },
    ];
  };
  const isNew = list.rows?.length === 0 && !list.filtered;
  const every = (minutes: number) =>
    minutes % 60 === 0
      ? t('autoResupply.each_hours', { count: minutes / 60 })
      : t('autoResupply.each', { count: minutes });
  const add = mayControl && (
    <Button type="primary" onClick={() => dialog.open([])}>
      {t(isNew ? 'autoResupply.start_title' : 'autoResupply.start_more')}
    </Button>
  );
  return (
    <>
      {isNew ? (
        <Empty
          className={styles.empty}
          description={
            <>
              <strong>{t('autoResupply.empty_title')}</strong>
              <p className={styles.soft}>{t('autoResupply.empty_text')}</p>
            </>
          }
        >
          {add}
        </Empty>
      ) : (
        <>
          <div className={styles.bar}>{add}</div>
          <DataTable
            list={list}
            rowKey="site_id"
            columns={[
              'site_name',
              {
                key: 'state',
                show: ({ state, online }) => (
                  <span className={styles.two}>
                    <Status tone={tones[state]}>{t(`autoResupply.state_${state}`)}</Status>
                    <small>{t(online ? 'autoResupply.online_true' : 'autoResupply.online_false')}</small>
                  </span>
                ),
              },
              {
                key: 'data_types',
                sortable: false,
                show: ({ data_types, window_days, every_minutes }) => (
                  <span className={styles.two}>
                    <span>{data_types.map((type) => t(`autoResupply.item_${type}`)).join(' · ')}</span>
                    <small>
                      {`${t('autoResupply.window_of', { count: window_days })} · ${every(every_minutes)}`}
                    </small>
                  </span>
                ),
              },
              {
                key: 'next_at',
                show: ({ next_at, looked_at }) => (
                  <span className={styles.two}>
                    <span>{next_at ? showTime(next_at, language) : '–'}</span>
                    {looked_at && (
                      <small>{`${t('autoResupply.looked_at')} ${showTime(looked_at, language)}`}</small>
                    )}
                  </span>
                ),
              },
              {
                key: 'missing',
                show: ({ missing, looked_at }) =>
                  !looked_at ? (
                    '–'
                  ) : missing === 0 ? (
                    <Status tone="good">{t('autoResupply.missing_none')}</Status>
                  ) : (
                    missing
                  ),
              },
              'open_gaps',
              'requested',
              'filled',
              'given_up',
              { key: 'real_name', rare: true },
              { key: 'changed_at', rare: true },
              { key: 'mn', rare: true },
              { key: 'looked_at', rare: true },
            ]}
            filters={[{ key: 'state', choices: autoStates }, siteFilter]}
            rowActions={actionsOf}
            batchActions={
              mayControl
                ? (rows) => [
                    stop(rows),
                    { label: t('autoResupply.set'), run: () => dialog.open(rows) },
                    {
                      label: t('autoResupply.look_now'),
                      run: () => looking.run({ site_ids: rows.map(({ site_id }) => site_id) }),
                    },
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
