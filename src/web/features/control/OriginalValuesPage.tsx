import { Segmented, Select } from 'antd';
import { originalValues } from '#shared/contract/control/original.ts';
import { factorLabel } from '#shared/domain/formula.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import { EmptyState, ListSkeleton } from '#web/ui/ListStates.tsx';
import { localName } from '#web/ui/local-name.ts';
import { Page } from '#web/ui/Page.tsx';
import { fromPicker, toPicker } from '#web/ui/picker-time.ts';
import { searchedByLabel } from '#web/ui/searched.ts';
import { TimeRange } from '#web/ui/TimeRange.tsx';
import { useAddress } from '#web/ui/useAddress.ts';
import { useEveryFactor } from '#web/widgets/useFactors.ts';
import { ChosenSites, useChosenSites } from './ChosenSites.tsx';
import styles from './control.module.css';
import { OriginalChart } from './OriginalChart.tsx';

const types = ['realtime', 'minute', 'hour', 'day'] as const;
const shownMs = { realtime: DAY_MS / 4, minute: DAY_MS, hour: 7 * DAY_MS, day: 30 * DAY_MS };

/** Raw device values compared with corrected ones, for several sites. */
export function OriginalValuesPage() {
  const t = useT();
  const language = useLanguage();
  const { params, numbers, change } = useAddress();
  const factors = useEveryFactor();
  const site_ids = useChosenSites();
  const data_type = types.find((one) => one === params.get('type')) ?? 'hour';
  const [component_id = factors[0]?.component_id ?? 0] = numbers('factor');
  const end = toPicker(new Date().toISOString()).startOf('hour').add(1, 'hour');
  const from = params.get('from') ?? fromPicker(end.subtract(shownMs[data_type], 'ms')) ?? '';
  const to = params.get('to') ?? fromPicker(end) ?? '';
  const answer = useCall(
    originalValues.data,
    { site_ids, component_id, data_type, from, to },
    { enabled: site_ids.length > 0 && component_id > 0, keepPrevious: true },
  );
  const factor = factors.find((one) => one.component_id === component_id);
  return (
    <Page hint={t('originalValues.hint')}>
      <div className={styles.bar}>
        <ChosenSites />
        <Select
          className={styles.factor}
          aria-label={t('commands.component_id')}
          prefix={<span className={styles.label}>{t('commands.component_id')}</span>}
          showSearch={searchedByLabel}
          value={component_id || undefined}
          onChange={(chosen) => change({ factor: chosen })}
          options={factors.map((one) => ({
            value: one.component_id,
            label: factorLabel(localName(one, 'component_name', language), one.formula),
          }))}
        />
        <Segmented
          value={data_type}
          onChange={(type) => change({ type, from: undefined, to: undefined })}
          options={types.map((value) => ({ value, label: t(`originalValues.type_${value}`) }))}
        />
        <TimeRange
          label={t('resupply.span')}
          from={from}
          to={to}
          onChange={(start, stop) => change({ from: start, to: stop })}
        />
        {site_ids.length > 0 && factor && (
          <ExportButton
            name="originalValues"
            title={`${t('originalValues.title')} ${factorLabel(localName(factor, 'component_name', language), factor.formula)}`}
            query={{ site_ids, component_id, data_type, from, to }}
            columns={['raw', 'corrected', 'difference', 'flag']}
            isEmpty={answer.data?.data_info.every(({ times }) => times.length === 0) ?? false}
          />
        )}
      </div>
      {site_ids.length > 0 && factors.length === 0 ? (
        <ListSkeleton />
      ) : site_ids.length === 0 || !factor ? (
        <EmptyState title={t('history.no_site')} hint={t('originalValues.choose_hint')} />
      ) : (
        <Answered answer={answer}>
          {({ data_info }) => (
            <OriginalChart sites={data_info} factor={factor} from={Date.parse(from)} to={Date.parse(to)} />
          )}
        </Answered>
      )}
    </Page>
  );
}
