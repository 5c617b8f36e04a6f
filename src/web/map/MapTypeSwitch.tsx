import { Segmented } from 'antd';
import { useT } from '#web/i18n.ts';
import { type MapType, mapTypes } from './look.ts';

interface MapTypeSwitchProps {
  type: MapType;
  onChange(type: MapType): void;
}

export function MapTypeSwitch({ type, onChange }: MapTypeSwitchProps) {
  const t = useT();
  return (
    <Segmented
      aria-label={t('map.type')}
      size="small"
      value={type}
      options={mapTypes.map((value) => ({ value, label: t(`map.type_${value}`) }))}
      onChange={onChange}
    />
  );
}
