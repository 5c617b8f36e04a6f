import { Tabs } from 'antd';
import { useParams, useSearchParams } from 'react-router';
import { alarmLog } from '#shared/contract/alarms/log.ts';
import { commandLog } from '#shared/contract/control/commands.ts';
import { readings } from '#shared/contract/readings/readings.ts';
import { deviceLogs } from '#shared/contract/sites/device-logs.ts';
import { sites } from '#shared/contract/sites/sites.ts';
import { useMay } from '#web/api/powers.ts';
import { useT } from '#web/i18n.ts';
import { ListSkeleton } from '#web/ui/ListStates.tsx';
import { AlarmList } from '#web/widgets/alarm/AlarmList.tsx';
import { ControlTab } from './ControlTab.tsx';
import { DeviceLogTab } from './DeviceLogTab.tsx';
import { MeasuredTab } from './MeasuredTab.tsx';
import { OverviewTab } from './overview/OverviewTab.tsx';
import { RealtimeTab } from './RealtimeTab.tsx';
import { SiteHead } from './SiteHead.tsx';
import { SiteInfoTab } from './SiteInfoTab.tsx';
import { SiteMissing } from './SiteMissing.tsx';
import styles from './site-page.module.css';
import { useSite } from './useSite.ts';

/** Page of one site: overview, realtime values, history, details and device log. */
export function SitePage() {
  const t = useT();
  const { mn = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const mayMeasured = useMay(readings.ofSite.needs);
  const mayInfo = useMay(sites.list.needs);
  const mayAlarms = useMay(alarmLog.list.needs);
  const mayControl = useMay(commandLog.list.needs);
  const mayLog = useMay(deviceLogs.list.needs);
  const { site, link, error, retry } = useSite(mn);
  if (error) return <SiteMissing mn={mn} error={error} onRetry={retry} />;
  if (!site || !link) return <ListSkeleton />;
  const tabs = [
    { key: 'overview', children: <OverviewTab key={site.site_id} site={site} link={link} /> },
    { key: 'realtime', children: <RealtimeTab site={site} /> },
    ...(mayMeasured ? [{ key: 'measured', children: <MeasuredTab site={site} /> }] : []),
    ...(mayInfo ? [{ key: 'info', children: <SiteInfoTab site={site} /> }] : []),
    ...(mayAlarms ? [{ key: 'alarms', children: <AlarmList site_id={site.site_id} /> }] : []),
    ...(mayControl ? [{ key: 'control', children: <ControlTab site_id={site.site_id} /> }] : []),
    ...(mayLog ? [{ key: 'log', children: <DeviceLogTab site={site} /> }] : []),
  ];
  const chosen = tabs.find(({ key }) => key === params.get('tab'))?.key ?? 'overview';
  return (
    <div className={styles.page}>
      <SiteHead site={site} link={link} />
      <Tabs
        activeKey={chosen}
        // Clears the parameters of the previous tab.
        onChange={(tab) => setParams(tab === 'overview' ? {} : { tab }, { replace: true })}
        destroyOnHidden
        items={tabs.map(({ key, children }) => ({ key, label: t.tx(`sitePage.tab_${key}`), children }))}
      />
    </div>
  );
}
