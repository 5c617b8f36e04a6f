import { Link } from 'react-router';
import { alarmActions, alarmLevel, alarmLog, alarmState } from '#shared/contract/alarms/log.ts';
import { components } from '#shared/contract/site-config/factors.ts';
import { orderActions } from '#shared/contract/work-orders/orders.ts';
import { alarmCauses, alarmFamilies, alarmKindNames } from '#shared/domain/alarm-kinds.ts';
import { useMay } from '#web/api/powers.ts';
import { useT } from '#web/i18n.ts';
import { useAlarmsChange } from '#web/live/useAlarmsChange.ts';
import type { Action } from '#web/ui/actions.tsx';
import { rowsOf } from '#web/ui/choices.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import type { Filter } from '#web/ui/FilterBar.tsx';
import { useAddress } from '#web/ui/useAddress.ts';
import { useList } from '#web/ui/useList.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { siteFilter } from '#web/widgets/filters.tsx';
import { NewOrder } from '#web/widgets/order/NewOrder.tsx';
import { ActDrawer, type AlarmAct } from './ActDrawer.tsx';
import { DoneMark, FamilyMark, LevelMark, StateMark } from './AlarmMarks.tsx';
import styles from './alarm.module.css';
import { EpisodeDrawer } from './EpisodeDrawer.tsx';
import { type AlarmRow, useAlarmWords } from './useAlarmWords.ts';

interface AlarmListProps {
  /** True lists all open alarms of any time, otherwise the whole history. */
  isOpen?: boolean;
  /** Limits the list to this site. */
  site_id?: number;
}

/** Live list of alarms with their actions. */
export function AlarmList({ isOpen = false, site_id }: AlarmListProps) {
  const t = useT();
  const { params, change } = useAddress();
  const { titleOf, span } = useAlarmWords();
  const list = useList(alarmLog, {
    ...(isOpen && { state: 'open' }),
    ...(site_id !== undefined && { site_id }),
  });
  useAlarmsChange([alarmLog.list]);
  const { actionsOf, batchOf, drawer } = useAlarmActs();
  const shown = Number(params.get('alarm')) || undefined;
  return (
    <>
      <DataTable
        list={list}
        rowKey="alarm_id"
        nameOf={(alarm: AlarmRow) => [titleOf(alarm), alarm.site_name].filter(Boolean).join(' ')}
        columns={[
          {
            key: 'kind',
            show: (alarm) => (
              <button type="button" className={styles.what} onClick={() => change({ alarm: alarm.alarm_id })}>
                <FamilyMark family={alarm.family} />
                <strong>{titleOf(alarm)}</strong>
              </button>
            ),
          },
          { key: 'level', show: ({ level }) => <LevelMark level={level} /> },
          ...(site_id === undefined ? [{ key: 'site_name' as const, show: siteOf }] : []),
          {
            key: 'state',
            sortable: false,
            show: (alarm) => (isOpen ? <DoneMark alarm={alarm} /> : <StateMark alarm={alarm} />),
          },
          'from_at',
          {
            key: 'duration',
            show: ({ duration }) => <span className={styles.figures}>{span(duration)}</span>,
          },
          { key: 'peak', show: (alarm) => <Peak alarm={alarm} /> },
          { key: 'cause', sortable: false },
          { key: 'data_type', sortable: false, rare: true },
          { key: 'raised_at', rare: true },
          { key: 'ended_at', rare: isOpen },
          { key: 'end_reason', sortable: false, rare: true },
          { key: 'values_count', sortable: false, rare: true },
          { key: 'acknowledged_at', sortable: false, rare: true },
          { key: 'handled_at', sortable: false, rare: true },
          { key: 'handled_cause', sortable: false, rare: isOpen },
          { key: 'handled_note', sortable: false, rare: true },
          { key: 'false_alarm', sortable: false, rare: true },
          { key: 'unit', sortable: false, rare: true },
          { key: 'mn', sortable: false, rare: true },
        ]}
        filters={filtersOf(isOpen, site_id !== undefined)}
        rowActions={actionsOf}
        batchActions={batchOf}
      />
      {drawer}
      {shown !== undefined && (
        <EpisodeDrawer alarm_id={shown} onClosed={() => change({ alarm: undefined })} />
      )}
    </>
  );

  function siteOf({ site_name, mn }: AlarmRow) {
    if (mn === null) return t('alarmLog.platform');
    return (
      <Link className={styles.site} to={`/sites/${encodeURIComponent(mn)}?tab=alarms`}>
        {site_name}
      </Link>
    );
  }
}

/** The worst value with the limit that it exceeded. */
function Peak({ alarm }: { alarm: AlarmRow }) {
  const t = useT();
  const { figure, limit } = useAlarmWords();
  if (alarm.peak === null) return '–';
  return (
    <span className={styles.twoLines}>
      <span className={styles.figures}>{figure(alarm.peak, alarm)}</span>
      {alarm.limit_value !== null && (
        <small>
          {t('alarmLog.limit_short', { limit: limit(alarm.limit_value, { ...alarm, unit: '' }) })}
        </small>
      )}
    </span>
  );
}

const yesNo = ['true', 'false'];

function filtersOf(isOpen: boolean, isOfSite: boolean): Filter[] {
  return [
    ...(isOpen
      ? []
      : [
          { key: 'from_at', as: 'range' as const },
          { key: 'state', choices: alarmState.options },
        ]),
    { key: 'level', choices: alarmLevel.options },
    { key: 'family', choices: alarmFamilies },
    { key: 'kind', choices: alarmKindNames },
    ...(isOfSite ? [] : [siteFilter]),
    { key: 'component_id', choices: rowsOf(components, 'component_name') },
    { key: 'cause', choices: alarmCauses },
    { key: 'acknowledged', choices: yesNo },
    ...(isOpen ? [] : [{ key: 'false_alarm', choices: yesNo }]),
  ];
}

/** Permitted actions on one or several alarms, and their drawer. */
export function useAlarmActs() {
  const t = useT();
  const mayDo = useMay(alarmActions.do.needs);
  const mayOrder = useMay(orderActions.add.needs);
  const ordering = useOpened<AlarmRow[]>();
  const acting = useOpened<{ act: AlarmAct; alarms: AlarmRow[]; leftOut: number }>();
  const actionOf = (act: 'acknowledge' | 'handle', chosen: AlarmRow[]): Action => {
    const alarms = chosen.filter((alarm) => alarm[`${act}d_at` as const] === null);
    return {
      label: t(`alarmLog.${act}`),
      refused: alarms.length === 0 ? t(`alarmLog.all_${act}d`) : undefined,
      opens: true,
      run: () => acting.open({ act, alarms, leftOut: chosen.length - alarms.length }),
    };
  };
  /** Several alarms of one station share one work order. */
  const orderOf = (alarms: AlarmRow[]): Action[] =>
    mayOrder
      ? [
          {
            label: t('orders.from_alarm'),
            refused:
              new Set(alarms.map(({ site_id }) => site_id)).size > 1
                ? t('problems.several_sites')
                : undefined,
            run: () => ordering.open(alarms),
          },
        ]
      : [];
  const batchOf = (alarms: AlarmRow[]) => [
    actionOf('acknowledge', alarms),
    actionOf('handle', alarms),
    ...orderOf(alarms),
  ];
  return {
    open: acting.open,
    actionsOf: mayDo
      ? (alarm: AlarmRow) => batchOf([alarm]).filter(({ refused }) => refused === undefined)
      : undefined,
    batchOf: mayDo ? batchOf : undefined,
    drawer: (
      <>
        {acting.show((acted) => (
          <ActDrawer {...acted} onClosed={acting.closed} />
        ))}
        {ordering.show((alarms) => (
          <NewOrder start={{ alarms }} onClosed={ordering.closed} />
        ))}
      </>
    ),
  };
}
