import { CloseOutlined } from '@ant-design/icons';
import { Alert, Button, Tag } from 'antd';
import { useCallback } from 'react';
import { Link } from 'react-router';
import { useLanguage, useT } from '#web/i18n.ts';
import type { Station } from '#web/network/network.ts';
import { isMaintained } from '#web/network/site-state.ts';
import { useNetworkValue } from '#web/network/useNetworkValue.ts';
import { useStationValues } from '#web/network/useStationValues.ts';
import { PageLink } from '#web/shell/PageLink.tsx';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { Status } from '#web/ui/Status.tsx';
import { showTime } from '#web/ui/show-time.ts';
import { MaintenanceMark } from '#web/widgets/MaintenanceMark.tsx';
import { NewOrderButton } from '#web/widgets/order/NewOrderButton.tsx';
import { StationAlarms } from './AlarmsPanel.tsx';
import { useHome } from './home-context.ts';
import { StandingNow } from './StandingNow.tsx';
import { StationValues } from './StationValues.tsx';
import styles from './station-card.module.css';

/** Card of a station: current state, values, last 24 hours and links. */
export function StationCard({ station }: { station: Station }) {
  const t = useT();
  const language = useLanguage();
  const { network, pick } = useHome();
  const { values, isAsked, day, error, reload } = useStationValues(station);
  // Re-renders only for its own packets.
  const online = useNetworkValue(
    network,
    useCallback(() => station.online, [station]),
  );
  const packetAt = useNetworkValue(
    network,
    useCallback(() => station.last_packet_at, [station]),
  );
  const window = useNetworkValue(
    network,
    useCallback(() => station.window, [station]),
  );
  const isFlagged = useNetworkValue(
    network,
    useCallback(() => station.window === undefined && isMaintained(station), [station]),
  );
  const { site } = station;
  return (
    <section className={styles.card} aria-label={site.site_name}>
      <header>
        <h2>{site.site_name}</h2>
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined />}
          aria-label={t('home.close_card')}
          onClick={() => pick(undefined)}
        />
        <p>
          <Status tone={online ? 'good' : 'quiet'}>{t(`sites.online_${online}`)}</Status>
          <Tag>{t(`sites.site_type_${site.site_type}`)}</Tag>
          {site.demo && <Tag>{t('sitePage.demo')}</Tag>}
          <span className={styles.soft}>{site.mn}</span>
        </p>
      </header>
      {site.virtual_data && <Alert type="warning" showIcon title={t('sitePage.virtual_text')} />}
      {window && <MaintenanceMark {...window} />}
      {isFlagged && <p className={styles.soft}>{t('home.maintained_device')}</p>}
      <StationAlarms site_id={site.site_id} />
      <StandingNow station={station} hour={day?.hour ?? null} values={values} />
      <p className={styles.soft}>
        {packetAt ? t('home.last_packet', { time: showTime(packetAt, language) }) : t('map.no_values')}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas must be reachable by keyboard */}
      <section className={styles.body} tabIndex={0} aria-label={t('home.values')}>
        {isAsked ? (
          <StationValues station={station} values={values} day={day} />
        ) : error ? (
          <ListError error={error} onRetry={reload} />
        ) : (
          <ListSkeleton />
        )}
      </section>
      <Ways station={station} />
    </section>
  );
}

/** Shows permitted links only. */
function Ways({ station: { site, medium } }: { station: Station }) {
  const t = useT();
  const mn = encodeURIComponent(site.mn);
  return (
    <footer>
      <Link to={`/sites/${mn}`}>{t('map.open_site')}</Link>
      <PageLink to={`/dataanalysis/historicaldata?sites=${site.site_id}`}>{t('home.to_history')}</PageLink>
      {medium === 'air' && (
        <PageLink to={`/dataanalysis/airindexforms?site_ids=${site.site_id}&period=hour`}>
          {t('home.to_air_forms')}
        </PageLink>
      )}
      <PageLink to={`/countercharges/originaldata?mn=${mn}`}>{t('sitePage.packets')}</PageLink>
      <NewOrderButton site_id={site.site_id} />
    </footer>
  );
}
