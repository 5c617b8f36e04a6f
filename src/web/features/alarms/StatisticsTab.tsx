import { useState } from 'react';
import { alarmActions, alarmLevel, alarmLog } from '#shared/contract/alarms/log.ts';
import type { AnswerOf, SentOf } from '#shared/contract/define.ts';
import { components } from '#shared/contract/site-config/factors.ts';
import { alarmCauses, alarmFamilies, alarmKindNames } from '#shared/domain/alarm-kinds.ts';
import { startOfDay } from '#shared/domain/time.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { rowsOf } from '#web/ui/choices.tsx';
import { type Filter, FilterBar } from '#web/ui/FilterBar.tsx';
import { ListBar, ListPanel, RefreshButton } from '#web/ui/ListPanel.tsx';
import { filtersOf } from '#web/ui/list-query.ts';
import { useListState } from '#web/ui/useListState.ts';
import { useAlarmWords } from '#web/widgets/alarm/useAlarmWords.ts';
import { siteFilter } from '#web/widgets/filters.tsx';
import { BarList } from './BarList.tsx';
import { DayColumns } from './DayColumns.tsx';
import { RuleLeague } from './RuleLeague.tsx';
import styles from './statistics.module.css';
import { Tiles } from './Tiles.tsx';
import { WeekTable } from './WeekTable.tsx';

type Statistics = AnswerOf<typeof alarmActions.statistics>;

const DAYS = 30;

const filters: Filter[] = [
  { key: 'from_at', as: 'range' },
  { key: 'level', choices: alarmLevel.options },
  { key: 'family', choices: alarmFamilies },
  { key: 'kind', choices: alarmKindNames },
  siteFilter,
  { key: 'component_id', choices: rowsOf(components, 'component_name') },
  { key: 'cause', choices: alarmCauses },
  { key: 'acknowledged', choices: ['true', 'false'] },
];

/** The statistics have no keyword search. */
const listing = { ...alarmLog, search: [] };

/** Number of alarms by kind, site and time, and rules with many false alarms. */
export function StatisticsTab() {
  const state = useListState(alarmLog);
  const [since] = useState(() =>
    new Date(startOfDay(new Date()).getTime() - (DAYS - 1) * DAY_MS).toISOString(),
  );
  const query = { ...state.query, from_at_from: state.query.from_at_from ?? since };
  const asked = filtersOf(alarmLog.list, query) as SentOf<typeof alarmActions.statistics>;
  const answer = useCall(alarmActions.statistics, asked, { keepPrevious: true });
  return (
    <ListPanel>
      <ListBar tools={<RefreshButton busy={answer.isFetching} onClick={() => void answer.refetch()} />}>
        <FilterBar list={{ ...state, query, listing }} filters={filters} />
      </ListBar>
      <Answered answer={answer}>{(statistics) => <Figures statistics={statistics} asked={asked} />}</Answered>
    </ListPanel>
  );
}

interface FiguresProps {
  statistics: Statistics;
  asked: SentOf<typeof alarmActions.statistics>;
}

function Figures({ statistics, asked }: FiguresProps) {
  const t = useT();
  const { factorOf } = useAlarmWords();
  /** Link to the episodes behind a number. */
  const to = (more: object) => {
    const params = Object.entries({ view: 'history', ...asked, ...more }).map(([key, value]) => [
      key,
      String(value),
    ]);
    return `/alarmdatas/log?${new URLSearchParams(params)}`;
  };
  const { by_kind, by_site, by_factor, by_day, by_hour_of_week, rules, sites } = statistics;
  if (statistics.count === 0) return <p className={styles.none}>{t('alarmLog.none_in_period')}</p>;
  return (
    <div className={styles.statistics}>
      <Tiles statistics={statistics} />
      <section className={styles.wide}>
        <h2>{t('alarmLog.by_day')}</h2>
        <DayColumns days={by_day} />
      </section>
      <section>
        <h2>{t('alarmLog.by_kind')}</h2>
        <BarList
          rows={by_kind.map(({ kind, ...tally }) => ({
            ...tally,
            key: kind,
            label: t(`alarmLog.kind_${kind}`),
            to: to({ kind }),
          }))}
        />
      </section>
      <section>
        <h2>{t('alarmLog.by_site')}</h2>
        <BarList
          rows={by_site.map(({ site_id, site_name, ...tally }) => ({
            ...tally,
            key: String(site_id),
            label: site_name ?? t('alarmLog.platform'),
            to: site_id === null ? to({ kind: 'disk' }) : to({ site_id }),
          }))}
        />
        {sites > by_site.length && (
          <p className={styles.soft}>{t('alarmLog.first_sites', { shown: by_site.length, count: sites })}</p>
        )}
      </section>
      <section>
        <h2>{t('alarmLog.by_factor')}</h2>
        <BarList
          rows={by_factor.map(({ component_id, count, alarms, ...factor }) => ({
            ...{ count, alarms },
            key: String(component_id),
            label: factorOf(factor),
            to: to({ component_id }),
          }))}
        />
      </section>
      <section className={styles.wide}>
        <h2>{t('alarmLog.by_hour_of_week')}</h2>
        <WeekTable week={by_hour_of_week} />
      </section>
      <section className={styles.wide}>
        <h2>{t('alarmLog.league')}</h2>
        <p className={styles.soft}>{t('alarmLog.league_hint')}</p>
        <RuleLeague rules={rules} to={to} />
      </section>
    </div>
  );
}
