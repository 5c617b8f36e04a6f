import { Select } from 'antd';
import { network } from '#shared/contract/sites/network.ts';
import { staleMs } from '#web/api/freshness.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';
import { searchedByLabel } from '#web/ui/searched.ts';

interface CityInputProps {
  id?: string;
  value?: string | null;
  onChange?(city_code: string | null): void;
}

/** Select of cities that have sites. */
export function CityInput({ id, value, onChange }: CityInputProps) {
  const t = useT();
  const language = useLanguage();
  const cities = useCall(network.cities, {}, { staleMs }).data?.data_info;
  return (
    <Select
      id={id}
      aria-label={t('maintenanceWindows.city_code')}
      placeholder={t('common.please_select')}
      value={cities && value ? value : undefined}
      onChange={(city_code: string | undefined) => onChange?.(city_code ?? null)}
      loading={!cities}
      allowClear
      showSearch={searchedByLabel}
      options={cities?.map((city) => ({
        value: city.city_code,
        label: localName(city, 'city_name', language),
      }))}
    />
  );
}
