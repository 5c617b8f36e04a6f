import { Button } from 'antd';
import { deviceInformation } from '#shared/contract/control/information.ts';
import type { CommandKindName } from '#shared/domain/command-kinds.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { EmptyState } from '#web/ui/ListStates.tsx';
import { CommandButtons } from '#web/widgets/command/CommandButtons.tsx';
import { ControlBar } from '#web/widgets/command/ControlBar.tsx';
import { commandReads } from '#web/widgets/command/command-reads.ts';
import { KnownValues } from '#web/widgets/command/KnownValues.tsx';
import { useSent } from '#web/widgets/command/useSent.ts';
import { CorrectionMark } from '#web/widgets/correction/CorrectionMark.tsx';
import { ChosenSites, useChosenSites } from './ChosenSites.tsx';
import { ClockDrift } from './ClockDrift.tsx';
import { ControlPage } from './ControlPage.tsx';
import styles from './control.module.css';
import { SimUsage } from './SimUsage.tsx';

const reads = ['time_read', 'realtime_interval_read', 'minute_interval_read'] as const;
const sets = [
  'time_set',
  'realtime_interval_set',
  'minute_interval_set',
  'info_read',
  'parameter_set',
  'serial_read',
  'password_set',
] as const;
const kinds: readonly CommandKindName[] = [...reads, ...sets, 'sim_read', 'meter_read', 'sensor_read'];
/** Known parameters of devices (SIM card, instruments, clock, intervals), with commands to read and set them. */
export function InformationPage() {
  const t = useT();
  return (
    <ControlPage
      hint={t('information.hint')}
      main={{ label: t('information.tab_known'), children: <KnownTab /> }}
      kinds={kinds}
    />
  );
}

function KnownTab() {
  const t = useT();
  const site_ids = useChosenSites();
  const mayRead = useMay(deviceInformation.phoneSend.needs);
  const says = useSent();
  const refresh = commandReads;
  const phone = useAction(deviceInformation.phoneSend, { refresh });
  const meter = useAction(deviceInformation.meterRead, { refresh });
  const tvoc = useAction(deviceInformation.tvocRead, { refresh });
  const asks = [
    { key: 'sim_read', action: phone },
    { key: 'meter_read', action: meter },
    { key: 'sensor_read', action: tvoc },
  ] as const;
  const [only] = site_ids.length === 1 ? site_ids : [];
  return (
    <>
      <div className={styles.bar}>
        <ChosenSites />
        {mayRead &&
          asks.map(({ key, action }) => (
            <Button
              key={key}
              disabled={site_ids.length === 0}
              loading={action.pending}
              onClick={() => void action.run({ site_ids }).then(says, () => undefined)}
            >
              {t(`commandKinds.${key}`)}
            </Button>
          ))}
        <CommandButtons kinds={reads} more={sets} site_ids={site_ids} />
      </div>
      <ControlBar site_ids={site_ids} />
      {only !== undefined && <CorrectionMark site_id={only} />}
      {site_ids.length === 0 ? (
        <EmptyState title={t('history.no_site')} hint={t('information.choose_hint')} />
      ) : (
        <>
          <KnownValues site_ids={site_ids} />
          <SimUsage site_ids={site_ids} />
        </>
      )}
      {only !== undefined && <ClockDrift site_id={only} />}
    </>
  );
}
