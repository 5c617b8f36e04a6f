import { Button, Drawer, InputNumber, Select } from 'antd';
import { type RefObject, useEffect, useState } from 'react';
import { siteFit } from '#shared/contract/control/fit.ts';
import { factorLabel } from '#shared/domain/formula.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { localName } from '#web/ui/local-name.ts';
import { fromPicker, toPicker } from '#web/ui/picker-time.ts';
import { searchedByLabel } from '#web/ui/searched.ts';
import { TimeRange } from '#web/ui/TimeRange.tsx';
import { SitePicker } from '#web/widgets/SitePicker.tsx';
import { useEveryFactor } from '#web/widgets/useFactors.ts';
import { useSites } from '#web/widgets/useSites.ts';
import styles from './control.module.css';
import { FitTable } from './FitTable.tsx';
import type { FitRow, Settable } from './kb-row.ts';
import { UnreadDevices } from './UnreadDevices.tsx';

export interface FitChoice {
  reference: number | undefined;
  fitted: number[];
  of: number[];
  span: { from: string; to: string };
  most: number | undefined;
}

interface FitDrawerProps {
  site_ids: readonly number[];
  component_ids: readonly number[];
  /** Set if opened from an analysis page with a fit. */
  reference_id?: number;
  within?: { from: string; to: string };
  most_humidity?: number | undefined;
  /** The choices of the drawer that was open before, for one that is opened without any. */
  kept: RefObject<FitChoice | null>;
  /** Receives the rows with K and B to set, and their origin as the reason. */
  onTake(rows: Settable[], reason: string): void;
  onClosed(): void;
}

const DAYS = 14;

/** Fits K and B of sites to a reference site from simultaneous hours. */
export function FitDrawer({
  site_ids,
  component_ids,
  reference_id,
  within,
  most_humidity,
  kept,
  onTake,
  onClosed,
}: FitDrawerProps) {
  const t = useT();
  const language = useLanguage();
  const factors = useEveryFactor();
  const { sites } = useSites({ enabled: true });
  const [isOpen, setOpen] = useState(true);
  const [before] = useState(() =>
    reference_id === undefined && component_ids.length === 0 ? kept.current : null,
  );
  const [reference, setReference] = useState(reference_id ?? before?.reference);
  const [fitted, setFitted] = useState(() => (site_ids.length > 0 ? [...site_ids] : (before?.fitted ?? [])));
  const [of, setOf] = useState(() => before?.of ?? [...component_ids]);
  const [span, setSpan] = useState(() => {
    const given = within ?? before?.span;
    if (given) return given;
    const end = toPicker(new Date().toISOString()).startOf('hour');
    return { from: fromPicker(end.subtract(DAYS, 'day')) ?? '', to: fromPicker(end) ?? '' };
  });
  const [most, setMost] = useState(most_humidity ?? before?.most);
  useEffect(() => {
    kept.current = { reference, fitted, of, span, most };
  });
  const [chosen, setChosen] = useState<readonly string[]>();
  const asked = {
    reference_id: reference ?? 0,
    site_ids: fitted,
    component_ids: of,
    most_humidity: most,
    ...span,
  };
  const isReady = reference !== undefined && fitted.length > 0 && of.length > 0;
  const answer = useCall(siteFit.batch, asked, { enabled: isReady });
  const offered = (answer.data?.data_info ?? []).filter(
    ({ wanted, place }) => wanted !== null && place === 'device',
  );
  const taken = offered.filter(({ row_id, changed_at }) => chosen?.includes(row_id) ?? changed_at === null);
  const reasonOf = (rows: readonly FitRow[]) => {
    const name = sites.find(({ site_id }) => site_id === reference)?.site_name ?? '';
    // Rounded down: the reason says that it is at least this.
    const weakest = (Math.floor(Math.min(...rows.map(({ fit }) => fit.r2 ?? 0)) * 100) / 100).toFixed(2);
    const days = Math.round((Date.parse(span.to) - Date.parse(span.from)) / DAY_MS);
    return t('siteFit.reason', { name, days, r2: weakest });
  };
  const take = () => {
    setOpen(false);
    onTake(
      taken.map(({ wanted, ...row }) => ({ ...row, wanted: wanted ?? { k: 1, b: 0 } })),
      reasonOf(taken),
    );
  };
  return (
    <Drawer
      title={t('siteFit.title')}
      size={1040}
      open={isOpen}
      onClose={() => setOpen(false)}
      afterOpenChange={(open) => !open && onClosed()}
      footer={
        <div className={styles.buttons}>
          <Button onClick={() => setOpen(false)}>{t('common.cancel')}</Button>
          <Button type="primary" disabled={taken.length === 0} onClick={take}>
            {t('siteFit.take', { count: taken.length })}
          </Button>
        </div>
      }
    >
      <p className={styles.soft}>{t('siteFit.hint')}</p>
      <div className={styles.bar}>
        <SitePicker
          label={t('siteFit.reference')}
          placeholder={t('siteFit.choose_reference')}
          value={reference === undefined ? [] : [reference]}
          onChange={([site_id]) => setReference(site_id)}
        />
        <SitePicker
          multiple
          label={t('siteFit.sites')}
          placeholder={t('siteFit.choose_sites')}
          value={fitted}
          onChange={setFitted}
        />
        <Select
          className={styles.factor}
          mode="multiple"
          maxTagCount={1}
          aria-label={t('siteFit.factors')}
          placeholder={t('siteFit.factors')}
          showSearch={searchedByLabel}
          value={of}
          onChange={setOf}
          options={factors.map((one) => ({
            value: one.component_id,
            label: factorLabel(localName(one, 'component_name', language), one.formula),
          }))}
        />
        <TimeRange
          label={t('siteFit.span')}
          from={span.from}
          to={span.to}
          onChange={(from, to) => from && to && setSpan({ from, to })}
        />
        <InputNumber
          className={styles.humid}
          min={1}
          max={100}
          aria-label={t('siteFit.most_humidity')}
          prefix={t('siteFit.most_humidity')}
          suffix="%"
          value={most ?? null}
          onChange={(value) => setMost(value ?? undefined)}
        />
      </div>
      {isReady ? (
        <Answered answer={answer}>
          {({ data_info }) => (
            <>
              <UnreadDevices rows={data_info} />
              <FitTable
                rows={data_info}
                taken={taken.map(({ row_id }) => row_id)}
                onTaken={setChosen}
                asked={asked}
                reasonOf={reasonOf}
              />
            </>
          )}
        </Answered>
      ) : (
        <p className={styles.soft}>{t('siteFit.choose_hint')}</p>
      )}
    </Drawer>
  );
}
