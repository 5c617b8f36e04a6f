import { AimOutlined } from '@ant-design/icons';
import { Button, Drawer, Select } from 'antd';
import { useState } from 'react';
import { alarmKindActions } from '#shared/contract/alarms/kinds.ts';
import { alarmRuleActions } from '#shared/contract/alarms/rules.ts';
import { useMay } from '#web/api/powers.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { EmptyState } from '#web/ui/ListStates.tsx';
import { searchedByLabel } from '#web/ui/searched.ts';
import { useAddress } from '#web/ui/useAddress.ts';
import { SitePicker } from '#web/widgets/SitePicker.tsx';
import { HoldingKinds } from './HoldingKinds.tsx';
import { HoldingRules } from './HoldingRules.tsx';
import { useRuleWords } from './rule-words.ts';
import styles from './standards.module.css';

/** URL value of an open panel without a site. */
const NOWHERE = 'none';

/** State of the drawer in the URL: site and factor. */
export function useHolding() {
  const { params, numbers, change } = useAddress();
  return {
    isOpen: params.has('holding'),
    site_id: numbers('holding')[0],
    component_id: numbers('holding_factor')[0],
    open: (site_id?: number | null) => change({ holding: site_id ?? NOWHERE }),
    choose: (site_id: number | undefined) =>
      change({ holding: site_id ?? NOWHERE, holding_factor: undefined }),
    narrow: (component_id: number | undefined) => change({ holding_factor: component_id }),
    close: () => change({ holding: undefined, holding_factor: undefined }),
  };
}

export function HoldingButton() {
  const t = useT();
  const { open } = useHolding();
  return (
    <Button icon={<AimOutlined />} onClick={() => open()}>
      {t('alarmRules.holding')}
    </Button>
  );
}

interface HoldingDrawerProps {
  /** The part shown first. */
  first: 'rules' | 'kinds';
}

/** Effective rules and kind settings of a site, with their origin; open while the URL has `holding`. */
export function HoldingDrawer({ first }: HoldingDrawerProps) {
  const { isOpen } = useHolding();
  return isOpen ? <Holding first={first} /> : null;
}

function Holding({ first }: HoldingDrawerProps) {
  const t = useT();
  const { site_id, component_id, choose, narrow, close } = useHolding();
  const [open, setOpen] = useState(true);
  const mayRules = useMay(alarmRuleActions.holding.needs);
  const mayKinds = useMay(alarmKindActions.holding.needs);
  const asked = { site_id: site_id ?? 0, component_id };
  const rules = mayRules && <HoldingRules key={`rules ${site_id}`} {...asked} />;
  const kinds = mayKinds && <HoldingKinds key={`kinds ${site_id}`} {...asked} />;
  const parts = first === 'rules' ? [rules, kinds] : [kinds, rules];
  return (
    <Drawer
      title={t('alarmRules.holding')}
      size={640}
      open={open}
      onClose={() => setOpen(false)}
      afterOpenChange={(shown) => {
        if (!shown) close();
      }}
    >
      <p className={styles.soft}>{t('alarmRules.holding_hint')}</p>
      <div className={styles.asked}>
        <SitePicker
          label={t('alarmRules.site_id')}
          placeholder={t('common.please_select')}
          value={site_id === undefined ? [] : [site_id]}
          onChange={([chosen]) => choose(chosen)}
        />
        {site_id !== undefined && (
          <FactorSelect site_id={site_id} value={component_id} onChange={narrow} mayRules={mayRules} />
        )}
      </div>
      {site_id === undefined ? (
        <EmptyState title={t('alarmRules.holding_choose')} hint={t('alarmRules.holding_choose_hint')} />
      ) : (
        parts
      )}
    </Drawer>
  );
}

interface FactorSelectProps {
  site_id: number;
  value: number | undefined;
  onChange(component_id: number | undefined): void;
  mayRules: boolean;
}

/** Select of the factors that the site measures, with a rule or without. */
function FactorSelect({ site_id, value, onChange, mayRules }: FactorSelectProps) {
  const t = useT();
  const { subject } = useRuleWords();
  const { data } = useCall(alarmRuleActions.holding, { site_id }, { enabled: mayRules });
  const found = [...(data?.data_info ?? []), ...(data?.without ?? [])].flatMap((one) =>
    one.component_id === null || one.measure !== 'value' ? [] : [[one.component_id, subject(one)] as const],
  );
  if (found.length === 0) return null;
  return (
    <Select
      allowClear
      showSearch={searchedByLabel}
      className={styles.askedFactor}
      aria-label={t('alarmRules.component_id')}
      placeholder={t('alarmRules.every_factor')}
      value={value}
      onChange={onChange}
      options={[...new Map(found)].map(([id, label]) => ({ value: id, label }))}
    />
  );
}
