import { Button, Segmented } from 'antd';
import { resupply, resupplyTypes } from '#shared/contract/control/resupply.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { EmptyState } from '#web/ui/ListStates.tsx';
import { fromPicker, toPicker } from '#web/ui/picker-time.ts';
import { TimeRange } from '#web/ui/TimeRange.tsx';
import { useAddress } from '#web/ui/useAddress.ts';
import { ControlBar } from '#web/widgets/command/ControlBar.tsx';
import { commandReads } from '#web/widgets/command/command-reads.ts';
import { useCommandsChange } from '#web/widgets/command/useCommandsChange.ts';
import { useSent } from '#web/widgets/command/useSent.ts';
import { ChosenSites, useChosenSites } from './ChosenSites.tsx';
import { ControlPage } from './ControlPage.tsx';
import styles from './control.module.css';
import { GapCalendar } from './GapCalendar.tsx';

const kinds = ['history_realtime', 'history_minute', 'history_hour', 'history_day'] as const;
const SHOWN_DAYS = 7;

/** Calendar of missing data, with a button to request them from the devices. */
export function ResupplyPage() {
  const t = useT();
  return (
    <ControlPage
      hint={t('resupply.hint')}
      main={{ label: t('resupply.tab_gaps'), children: <GapsTab /> }}
      kinds={kinds}
    />
  );
}

function GapsTab() {
  const t = useT();
  const { params, change } = useAddress();
  const site_ids = useChosenSites();
  const data_type = resupplyTypes.find((one) => one === params.get('type')) ?? 'hour';
  const tomorrow = toPicker(new Date().toISOString()).startOf('day').add(1, 'day');
  const from = params.get('from') ?? fromPicker(tomorrow.subtract(SHOWN_DAYS, 'day')) ?? '';
  const to = params.get('to') ?? fromPicker(tomorrow) ?? '';
  const question = { site_ids, data_type, from, to };
  const gaps = useCall(resupply.gaps, question, { enabled: site_ids.length > 0, keepPrevious: true });
  useCommandsChange([resupply.gaps], site_ids);
  const mayAsk = useMay(resupply.extract.needs);
  const says = useSent();
  const refresh = [...commandReads, resupply.gaps];
  const filling = useAction(resupply.extract, { refresh });
  const asking = useAction(resupply.up, { refresh });
  const missing = gaps.data?.data_info.reduce((sum, site) => sum + site.expected - site.received, 0) ?? 0;
  return (
    <>
      <div className={styles.bar}>
        <ChosenSites />
        <Segmented
          value={data_type}
          onChange={(type) => change({ type })}
          options={resupplyTypes.map((value) => ({ value, label: t(`resupply.type_${value}`) }))}
        />
        <TimeRange
          label={t('resupply.span')}
          from={from}
          to={to}
          onChange={(start, end) => change({ from: start, to: end })}
        />
        {mayAsk && site_ids.length > 0 && (
          <>
            <Button
              type="primary"
              disabled={missing === 0}
              loading={filling.pending}
              onClick={() => void filling.run(question).then(says, () => undefined)}
            >
              {t('resupply.fill', { count: missing })}
            </Button>
            <Button
              loading={asking.pending}
              onClick={() => void asking.run(question).then(says, () => undefined)}
            >
              {t('resupply.ask_all')}
            </Button>
          </>
        )}
      </div>
      <ControlBar site_ids={site_ids} />
      {site_ids.length === 0 ? (
        <EmptyState title={t('history.no_site')} hint={t('resupply.choose_hint')} />
      ) : (
        <Answered answer={gaps}>{(found) => <GapCalendar found={found} data_type={data_type} />}</Answered>
      )}
    </>
  );
}
