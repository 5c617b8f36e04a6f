import { ToolOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { maintenanceWindows } from '#shared/contract/alarms/maintenance.ts';
import { products } from '#shared/contract/site-config/products.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { ChoiceSelect, rowsOf } from '#web/ui/choices.tsx';
import { CityInput } from './CityInput.tsx';
import styles from './configuration.module.css';
import { ScopeInput } from './PlaceInputs.tsx';
import { RuleSiteInput } from './RulePlaceInputs.tsx';

type Scope = 'network' | 'product' | 'city' | 'site';
interface Place {
  scope: Scope;
  site_id: number | null;
  product_id: number | null;
  city_code: string | null;
}

const HOURS = [1, 2, 4, 8, 24];
const product = rowsOf(products, 'product_name');

/** One-line form that opens a maintenance window now. */
export function QuickWindow({ scopes }: { scopes: readonly Scope[] }) {
  const t = useT();
  const add = useAction(maintenanceWindows.add, {
    refresh: [maintenanceWindows.list],
    done: 'maintenanceWindows.started',
  });
  const nowhere: Place = { scope: scopes[0] ?? 'site', site_id: null, product_id: null, city_code: null };
  const [place, setPlace] = useState(nowhere);
  const [hours, setHours] = useState(2);
  const [reason, setReason] = useState('');
  const isPlaced =
    place.scope === 'network' || (place.site_id ?? place.product_id ?? place.city_code) !== null;
  const start = async () => {
    const now = Date.now();
    const times = {
      starts_at: new Date(now).toISOString(),
      ends_at: new Date(now + hours * HOUR_MS).toISOString(),
    };
    await add.run({ ...place, ...times, reason });
    setPlace({ ...nowhere, scope: place.scope });
    setReason('');
  };
  return (
    <section className={styles.quick} aria-label={t('maintenanceWindows.quick')}>
      <strong>
        <ToolOutlined /> {t('maintenanceWindows.quick')}
      </strong>
      {scopes.length > 1 && (
        <ScopeInput
          scopes={scopes}
          value={place.scope}
          onChange={(scope) => setPlace({ ...nowhere, scope })}
        />
      )}
      {place.scope === 'site' && (
        <RuleSiteInput value={place.site_id} onChange={(site_id) => setPlace({ ...place, site_id })} />
      )}
      {place.scope === 'product' && (
        <ChoiceSelect
          name="maintenanceWindows"
          field="product_id"
          choices={product}
          placeholder={t('common.please_select')}
          value={place.product_id}
          onChange={(chosen) =>
            setPlace({ ...place, product_id: chosen === undefined ? null : Number(chosen) })
          }
        />
      )}
      {place.scope === 'city' && (
        <CityInput value={place.city_code} onChange={(city_code) => setPlace({ ...place, city_code })} />
      )}
      <Select
        aria-label={t('maintenanceWindows.quick_hours')}
        value={hours}
        onChange={setHours}
        options={HOURS.map((count) => ({ value: count, label: t('maintenanceWindows.hours', { count }) }))}
      />
      <Input
        className={styles.reason}
        placeholder={t('maintenanceWindows.reason')}
        aria-label={t('maintenanceWindows.reason')}
        maxLength={200}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <Button
        type="primary"
        disabled={!isPlaced}
        loading={add.pending}
        onClick={() => void start().catch(() => undefined)}
      >
        {t('maintenanceWindows.start')}
      </Button>
    </section>
  );
}
