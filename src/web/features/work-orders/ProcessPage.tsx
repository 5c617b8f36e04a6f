import { Tabs } from 'antd';
import { orderCodes } from '#shared/contract/work-orders/requests.ts';
import { useMay } from '#web/api/powers.ts';
import { useT } from '#web/i18n.ts';
import { Page } from '#web/ui/Page.tsx';
import { useAddress } from '#web/ui/useAddress.ts';
import { CalendarTab } from './CalendarTab.tsx';
import { CodesTab } from './CodesTab.tsx';
import { PlansTab } from './PlansTab.tsx';
import { TypesTab } from './TypesTab.tsx';

const views = ['types', 'plans', 'calendar', 'codes'] as const;

/** Order types with forms and time limits, and the working hours. */
export function ProcessPage() {
  const t = useT();
  const mayCodes = useMay(orderCodes.data.needs);
  const { params, change } = useAddress();
  const view = views.find((one) => one === params.get('view')) ?? 'types';
  return (
    <Page hint={t('orderTypes.hint')}>
      <Tabs
        activeKey={view}
        onChange={(chosen) => change({ view: chosen === 'types' ? undefined : chosen })}
        destroyOnHidden
        items={[
          { key: 'types', label: t('orderTypes.tab_types'), children: <TypesTab /> },
          { key: 'plans', label: t('orderPlans.tab'), children: <PlansTab /> },
          { key: 'calendar', label: t('orderTypes.tab_calendar'), children: <CalendarTab /> },
          ...(mayCodes ? [{ key: 'codes', label: t('orderRequests.codes'), children: <CodesTab /> }] : []),
        ]}
      />
    </Page>
  );
}
