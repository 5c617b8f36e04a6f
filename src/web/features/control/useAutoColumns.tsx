import { useLanguage, useT } from '#web/i18n.ts';
import { Status, type StatusTone } from '#web/ui/Status.tsx';
import { showTime } from '#web/ui/show-time.ts';
import type { ColumnSpec } from '#web/ui/useColumns.ts';
import type { AutoDevice } from './auto-reads.ts';
import styles from './control.module.css';

const tones: Record<AutoDevice['state'], StatusTone> = {
  running: 'good',
  cooling: 'notice',
  stopped: 'quiet',
};

/** Columns of automatic resupply per device. */
export function useAutoColumns(): ColumnSpec<AutoDevice>[] {
  const t = useT();
  const language = useLanguage();
  const every = (minutes: number) =>
    minutes % 60 === 0
      ? t('autoResupply.each_hours', { count: minutes / 60 })
      : t('autoResupply.each', { count: minutes });
  return [
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
          <small>{`${t('autoResupply.window_of', { count: window_days })} · ${every(every_minutes)}`}</small>
        </span>
      ),
    },
    {
      key: 'next_at',
      show: ({ next_at, looked_at }) => (
        <span className={styles.two}>
          <span>{next_at ? showTime(next_at, language) : '–'}</span>
          {looked_at && <small>{`${t('autoResupply.looked_at')} ${showTime(looked_at, language)}`}</small>}
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
  ];
}
