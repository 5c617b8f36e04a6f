import { alarmRoutes } from '#shared/contract/alarms/recipients.ts';
import { useT } from '#web/i18n.ts';
import { ResourceList } from '#web/pages/ResourcePage.tsx';
import { Status } from '#web/ui/Status.tsx';
import { useOpened } from '#web/ui/useOpened.tsx';
import { LevelMark } from '#web/widgets/alarm/AlarmMarks.tsx';
import type { AlarmRoute } from './config-rows.ts';
import styles from './configuration.module.css';
import { PlaceName } from './PlaceInputs.tsx';
import { recipientFields } from './recipient-fields.tsx';
import { useRouteWords } from './useRouteWords.ts';
import { WhoDrawer } from './WhoDrawer.tsx';

/** Notification routes: which alarms go to whom, by which channel and when. */
export function RecipientsTab() {
  const t = useT();
  const words = useRouteWords();
  const asking = useOpened<AlarmRoute>();
  return (
    <>
      <ResourceList
        resource={alarmRoutes}
        columns={[
          'route_name',
          {
            key: 'kinds',
            sortable: false,
            show: (route) => (
              <span className={styles.tags}>
                {route.levels.map((level) => (
                  <LevelMark key={level} level={level} />
                ))}
                <span>{words.kinds(route)}</span>
              </span>
            ),
          },
          { key: 'scope', show: (route) => <PlaceName place={route} /> },
          {
            key: 'user_names',
            sortable: false,
            show: (route) => words.people(route).join(t('alarmRoutes.separator')),
          },
          {
            key: 'channels',
            sortable: false,
            show: (route) => words.ways(route).join(t('alarmRoutes.separator')),
          },
          { key: 'after_minutes', show: (route) => words.times(route) },
          {
            key: 'enabled',
            show: ({ enabled }) => (
              <Status tone={enabled ? 'good' : 'quiet'}>{t(`alarmRoutes.enabled_${enabled}`)}</Status>
            ),
          },
          { key: 'remark', rare: true },
          { key: 'updated_at', rare: true },
        ]}
        form={recipientFields}
        formWidth={560}
        start={{ scope: 'network' }}
        rowActions={(route) => [{ label: t('alarmRoutes.who'), run: () => asking.open(route) }]}
        frame={(add, list) => (
          <>
            <div className={styles.bar}>
              <p>{t('alarmRoutes.hint')}</p>
              {add}
            </div>
            {list}
          </>
        )}
      />
      {asking.show((route) => (
        <WhoDrawer route={route} onClosed={asking.closed} />
      ))}
    </>
  );
}
