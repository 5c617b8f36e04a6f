import { Drawer } from 'antd';
import { useState } from 'react';
import { alarmRouteActions } from '#shared/contract/alarms/recipients.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { EmptyState, ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { Status } from '#web/ui/Status.tsx';
import type { AlarmRoute } from './config-rows.ts';
import styles from './who.module.css';

type Who = typeof alarmRouteActions.who;

interface WhoDrawerProps {
  route: AlarmRoute;

  onClosed(): void;
}

/** Current recipients of a route, and what others lack to be reached. */
export function WhoDrawer({ route, onClosed }: WhoDrawerProps) {
  const t = useT();
  const [open, setOpen] = useState(true);
  const { data, error, refetch } = useCall(alarmRouteActions.who, { route_id: route.route_id });
  return (
    <Drawer
      title={t('alarmRoutes.who_title', { name: route.route_name })}
      size={440}
      open={open}
      onClose={() => setOpen(false)}
      afterOpenChange={(shown) => {
        if (!shown) onClosed();
      }}
    >
      {data ? (
        <Told told={data} />
      ) : error ? (
        <ListError error={error} onRetry={() => void refetch()} />
      ) : (
        <ListSkeleton />
      )}
    </Drawer>
  );
}

function Told({ told }: { told: AnswerOf<Who> }) {
  const t = useT();
  const { data_info, robots, webhook } = told;
  if (data_info.length === 0 && robots.length === 0 && !webhook)
    return <EmptyState title={t('alarmRoutes.who_none')} hint={t('alarmRoutes.who_none_hint')} />;
  return (
    <ul className={styles.who}>
      {data_info.map(({ user_id, real_name, account, channels, missing, site_count }) => (
        <li key={user_id}>
          <strong>{real_name}</strong>
          <small>{account}</small>
          <span>
            {channels.map((channel) => t(`alarmRoutes.channel_${channel}`)).join(t('alarmRoutes.separator'))}
          </span>
          <p>
            {site_count === 0 ? (
              <Status tone="bad">{t('alarmRoutes.who_no_sites')}</Status>
            ) : (
              <span>{t('alarmRoutes.who_sites', { count: site_count })}</span>
            )}
            {missing.map((channel) => (
              <Status key={channel} tone="notice">
                {t.tx(`alarmRoutes.who_missing_${channel}`)}
              </Status>
            ))}
          </p>
        </li>
      ))}
      {robots.map((name) => (
        <li key={name}>
          <strong>{name}</strong>
          <small>{t('alarmRoutes.robot_names')}</small>
        </li>
      ))}
      {webhook && (
        <li>
          <strong>{t('alarmRoutes.channel_webhook')}</strong>
        </li>
      )}
    </ul>
  );
}
