import { CopyOutlined, FileSearchOutlined } from '@ant-design/icons';
import { Alert, Button, Tag } from 'antd';
import { useEffect, useState } from 'react';
import { Link as RouteLink } from 'react-router';
import { packets } from '#shared/contract/packets/packets.ts';
import { sites } from '#shared/contract/sites/sites.ts';
import { formatDuration } from '#shared/domain/numbers.ts';
import { useMay } from '#web/api/powers.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import type { LinkState } from '#web/live/link-after.ts';
import { Status } from '#web/ui/Status.tsx';
import { showTime } from '#web/ui/show-time.ts';
import { useCopy } from '#web/ui/useCopy.ts';
import { MaintenanceMark } from '#web/widgets/MaintenanceMark.tsx';
import { NewOrderButton } from '#web/widgets/order/NewOrderButton.tsx';
import type { ShortSite } from '#web/widgets/site-tree.ts';
import { UncheckedMark } from '#web/widgets/UncheckedMark.tsx';
import { useHeld, useHeldText } from '#web/widgets/useHeld.ts';
import { useMaintenance } from '#web/widgets/useMaintenance.ts';
import { VirtualMark } from '#web/widgets/VirtualMark.tsx';
import { FavouriteButton } from './FavouriteButton.tsx';
import styles from './site-page.module.css';

/** Name, type and connection state of the site. */
export function SiteHead({ site, link }: { site: ShortSite; link: LinkState }) {
  const t = useT();
  const mayPackets = useMay(packets.list.needs);
  const mayDetails = useMay(sites.list.needs);
  const answer = useCall(sites.list, { site_id: site.site_id }, { enabled: mayDetails });
  const details = answer.data?.data_info[0];
  const copy = useCopy();
  const held = useHeld(site.site_id);
  const heldText = useHeldText();
  // The open window that ends last.
  const window = useMaintenance({ site_id: site.site_id })?.toSorted((a, b) =>
    b.ends_at.localeCompare(a.ends_at),
  )[0];
  return (
    <header className={styles.head}>
      <div className={styles.name}>
        <h1>{site.site_name}</h1>
        <FavouriteButton site_id={site.site_id} />
        <Tag>{t(`sites.site_type_${site.site_type}`)}</Tag>
        {site.demo && <Tag>{t('sitePage.demo')}</Tag>}
        {site.virtual_data && <VirtualMark />}
        {details?.pw_checked === false && <UncheckedMark hasSecret={details.has_secret} />}
        <span className={styles.mn}>
          {site.mn}
          <Button
            type="text"
            size="small"
            icon={<CopyOutlined />}
            aria-label={t('sitePage.copy_mn')}
            onClick={() => void copy(site.mn)}
          />
        </span>
      </div>
      <div className={styles.link}>
        <LinkMark link={link} />
        {mayPackets && (
          <RouteLink to={`/countercharges/originaldata?mn=${encodeURIComponent(site.mn)}`}>
            <FileSearchOutlined /> {t('sitePage.packets')}
          </RouteLink>
        )}
        <NewOrderButton site_id={site.site_id} />
      </div>
      {window && <MaintenanceMark ends_at={window.ends_at} reason={window.reason} />}
      {held.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={held.map(heldText).join(' · ')}
          action={
            <RouteLink to={`/countercharges/originaldata?view=held&site_id=${site.site_id}`}>
              {t('heldPackets.show')}
            </RouteLink>
          }
        />
      )}
      {site.virtual_data && <Alert type="warning" showIcon title={t('sitePage.virtual_text')} />}
    </header>
  );
}

function LinkMark({ link: { online, changed_at, last_packet_at } }: { link: LinkState }) {
  const t = useT();
  const language = useLanguage();
  const now = useNow(1000);
  if (!changed_at && !last_packet_at) return <Status tone="quiet">{t('sitePage.never_heard')}</Status>;
  const time = formatDuration(Math.max(0, now - Date.parse(changed_at ?? last_packet_at ?? '')), language);
  return (
    <>
      <Status tone={online ? 'good' : 'bad'}>
        {t(online ? 'sitePage.online_for' : 'sitePage.offline_for', { time })}
      </Status>
      {last_packet_at && (
        <span className={styles.soft}>
          {t('sitePage.last_packet')} {showTime(last_packet_at, language)}
        </span>
      )}
    </>
  );
}

function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
