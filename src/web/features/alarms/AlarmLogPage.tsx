import { Tabs } from 'antd';
import { useSearchParams } from 'react-router';
import { alarmActions } from '#shared/contract/alarms/log.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { useAlarmsChange } from '#web/live/useAlarmsChange.ts';
import { Page } from '#web/ui/Page.tsx';
import { AlarmList } from '#web/widgets/alarm/AlarmList.tsx';
import { StatisticsTab } from './StatisticsTab.tsx';

const views = ['open', 'history', 'statistics'] as const;

/** Open alarms, history and statistics. */
export function AlarmLogPage() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const count = useCall(alarmActions.count, {});
  useAlarmsChange([alarmActions.count]);
  const view = views.find((one) => one === params.get('view')) ?? 'open';
  const open = count.data?.open ?? 0;
  return (
    <Page hint={t('alarmLog.hint')}>
      <Tabs
        activeKey={view}
        onChange={(chosen) => setParams(chosen === 'open' ? {} : { view: chosen }, { replace: true })}
        destroyOnHidden
        items={[
          {
            key: 'open',
            label: t('alarmLog.tab_open') + (open > 0 ? ` (${open})` : ''),
            children: <AlarmList isOpen />,
          },
          { key: 'history', label: t('alarmLog.tab_history'), children: <AlarmList /> },
          { key: 'statistics', label: t('alarmLog.tab_statistics'), children: <StatisticsTab /> },
        ]}
      />
    </Page>
  );
}
