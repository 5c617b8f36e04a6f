import { Segmented } from 'antd';
import { products } from '#shared/contract/site-config/products.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { rowsOf } from '#web/ui/choices.tsx';
import type { Field } from '#web/ui/form-field.ts';
import { localName } from '#web/ui/local-name.ts';
import { CityInput } from './CityInput.tsx';
import styles from './configuration.module.css';
import { RuleSiteInput } from './RulePlaceInputs.tsx';

type Scope = 'network' | 'product' | 'city' | 'site';

interface ScopeInputProps {
  /** Full width. */
  block?: boolean;
  scopes: readonly Scope[];
  id?: string;
  value?: Scope;
  onChange?(scope: Scope): void;
}

export function ScopeInput({ block = false, scopes, id, value, onChange }: ScopeInputProps) {
  const t = useT();
  return (
    <Segmented<Scope>
      id={id}
      block={block}
      aria-label={t('maintenanceWindows.scope')}
      value={value ?? 'network'}
      onChange={onChange}
      options={scopes.map((scope) => ({ value: scope, label: t(`maintenanceWindows.scope_${scope}`) }))}
    />
  );
}

const isOf =
  (scope: Scope): NonNullable<Field['when']> =>
  (values) =>
    values.scope === scope;

/** Fields of a scope: network, product line, city or site. */
export function placeFields(scopes: readonly Scope[], section?: string): Field[] {
  return [
    { key: 'scope', section, editor: <ScopeInput block scopes={scopes} /> },
    {
      key: 'product_id',
      choices: rowsOf(products, 'product_name', {
        madeAt: { path: '/siteconfigs/productlines', needs: products.add.needs },
      }),
      when: isOf('product'),
      needed: () => true,
    },
    { key: 'city_code', editor: <CityInput />, when: isOf('city'), needed: () => true },
    { key: 'site_id', editor: <RuleSiteInput />, when: isOf('site'), needed: () => true },
  ];
}

interface Placed {
  scope: Scope;
  product_name: string | null;
  city_name?: string | null;
  city_name_en?: string | null;
  site_name: string | null;
}

export function usePlaceName(): (place: Placed) => string {
  const t = useT();
  const language = useLanguage();
  return (place) => {
    if (place.scope === 'city') return localName(place, 'city_name', language);
    if (place.scope === 'network') return t('maintenanceWindows.scope_network');
    return (place.scope === 'site' ? place.site_name : place.product_name) ?? '';
  };
}

/** Name and type of a scope. */
export function PlaceName({ place }: { place: Placed }) {
  const t = useT();
  const nameOf = usePlaceName();
  return (
    <span className={styles.place}>
      {nameOf(place)}
      {place.scope !== 'network' && <small>{t(`maintenanceWindows.scope_${place.scope}`)}</small>}
    </span>
  );
}
