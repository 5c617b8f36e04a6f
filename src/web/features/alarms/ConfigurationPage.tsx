import { Tabs } from 'antd';
import { useSearchParams } from 'react-router';
import { alarmKindSettings } from '#shared/contract/alarms/kinds.ts';
import { maintenanceWindows } from '#shared/contract/alarms/maintenance.ts';
import { useMay } from '#web/api/powers.ts';
import { useT } from '#web/i18n.ts';
import { Page } from '#web/ui/Page.tsx';
import { KindsTab } from './KindsTab.tsx';
import { MaintenanceTab } from './MaintenanceTab.tsx';
import { RecipientsTab } from './RecipientsTab.tsx';
import { RobotsTab } from './RobotsTab.tsx';
import { TellingTab } from './TellingTab.tsx';
import { TemplatesTab } from './TemplatesTab.tsx';

/** Alarm kinds, recipients, templates and maintenance windows. */
export function ConfigurationPage() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const mayConfigure = useMay(alarmKindSettings.list.needs);
  const mayMaintain = useMay(maintenanceWindows.list.needs);
  const tabs = [
    ...(mayConfigure
      ? [
          { key: 'kinds', children: <KindsTab /> },
          { key: 'recipients', children: <RecipientsTab /> },
          { key: 'robots', children: <RobotsTab /> },
          { key: 'templates', children: <TemplatesTab /> },
          { key: 'telling', children: <TellingTab /> },
        ]
      : []),
    ...(mayMaintain ? [{ key: 'maintenance', children: <MaintenanceTab /> }] : []),
  ];
  const tab = tabs.find(({ key }) => key === params.get('tab')) ?? tabs[0];
  return (
    <Page hint={t('alarmConfig.hint')}>
      <Tabs
        activeKey={tab?.key}
        // Clears the query of the previous tab.
        onChange={(key) => setParams(key === tabs[0]?.key ? {} : { tab: key }, { replace: true })}
        destroyOnHidden
        items={tabs.map(({ key, children }) => ({ key, label: t.tx(`alarmConfig.tab_${key}`), children }))}
      />
    </Page>
  );
}
