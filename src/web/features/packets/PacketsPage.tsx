import { ScanOutlined } from '@ant-design/icons';
import { Alert, Button, Tabs } from 'antd';
import { useSearchParams } from 'react-router';
import { useT } from '#web/i18n.ts';
import { Page } from '#web/ui/Page.tsx';
import { useOpened } from '#web/ui/useOpened.tsx';
import { useHeld } from '#web/widgets/useHeld.ts';
import { useUnregistered } from '#web/widgets/useUnregistered.ts';
import { CorrectionList } from './CorrectionList.tsx';
import { DecodeDrawer } from './DecodeDrawer.tsx';
import { HeldList } from './HeldList.tsx';
import { PacketList } from './PacketList.tsx';
import { UnmappedList } from './UnmappedList.tsx';
import { UnregisteredList } from './UnregisteredList.tsx';

const countOf = (number: number) => (number > 0 ? ` (${number})` : '');

/** All packets sent and received, decoded; with unmapped codes and unregistered devices. */
export function PacketsPage() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const pasting = useOpened<void>();
  const { may: mayUnregistered, waiting } = useUnregistered();
  const open = (chosen: string) => setParams(chosen === 'packets' ? {} : { view: chosen }, { replace: true });
  const held = useHeld().reduce((sum, { packets }) => sum + packets, 0);
  const views = [
    { key: 'packets', label: t('packetsPage.tab_packets'), children: <PacketList /> },
    { key: 'codes', label: t('unmappedCodes.title'), children: <UnmappedList /> },
    { key: 'held', label: t('heldPackets.title') + countOf(held), children: <HeldList /> },
    { key: 'corrections', label: t('heldCorrections.title'), children: <CorrectionList /> },
    ...(mayUnregistered
      ? [
          {
            key: 'unregistered',
            label: t('unregistered.title') + countOf(waiting),
            children: <UnregisteredList />,
          },
        ]
      : []),
  ];
  const view = views.find(({ key }) => key === params.get('view'))?.key ?? 'packets';
  return (
    <Page
      hint={t('packets.hint')}
      actions={
        <Button icon={<ScanOutlined />} onClick={() => pasting.open()}>
          {t('packetsPage.paste')}
        </Button>
      }
    >
      {waiting > 0 && view === 'packets' && (
        <Alert
          type="info"
          showIcon
          title={t('packetsPage.unregistered', { count: waiting })}
          action={
            <Button size="small" onClick={() => open('unregistered')}>
              {t('packetsPage.unregistered_show')}
            </Button>
          }
        />
      )}
      <Tabs activeKey={view} onChange={open} destroyOnHidden items={views} />
      {pasting.show(() => (
        <DecodeDrawer onClosed={pasting.closed} />
      ))}
    </Page>
  );
}
