import { Tabs } from 'antd';
import { useSearchParams } from 'react-router';
import { useT } from '#web/i18n.ts';
import { Page } from '#web/ui/Page.tsx';
import { CommandsTab } from './CommandsTab.tsx';
import { ProtocolsTab } from './ProtocolsTab.tsx';

/** Protocols: tolerated deviations of packets, and protocol-specific commands. */
export function ProtocolsPage() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'commands' ? 'commands' : 'protocols';
  // Clears the query of the other tab.
  const open = (key: string, filters: Record<string, string> = {}) =>
    setParams(key === 'protocols' ? filters : { tab: key, ...filters });
  return (
    <Page hint={t('agreements.hint')}>
      <Tabs
        activeKey={tab}
        onChange={(key) => open(key)}
        destroyOnHidden
        items={[
          {
            key: 'protocols',
            label: t('agreements.tab_protocols'),
            children: <ProtocolsTab onCommands={(id) => open('commands', { agreement_id: String(id) })} />,
          },
          { key: 'commands', label: t('agreements.tab_commands'), children: <CommandsTab /> },
        ]}
      />
    </Page>
  );
}
