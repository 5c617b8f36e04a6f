import { useT } from '#web/i18n.ts';
import { AutoDevices } from './AutoDevices.tsx';
import { AutoGaps } from './AutoGaps.tsx';
import { AutoRuns } from './AutoRuns.tsx';
import { ControlPage } from './ControlPage.tsx';

const kinds = ['history_minute', 'history_hour', 'history_day'] as const;

/** Automatic resupply: devices, runs and gaps. */
export function AutoResupplyPage() {
  const t = useT();
  return (
    <ControlPage
      hint={t('autoResupply.hint')}
      main={{ label: t('autoResupply.tab_devices'), children: <AutoDevices /> }}
      others={[
        { key: 'runs', label: t('resupplyRuns.title'), children: <AutoRuns /> },
        { key: 'gaps', label: t('resupplyGaps.title'), children: <AutoGaps /> },
      ]}
      kinds={kinds}
    />
  );
}
