import { EnvironmentOutlined } from '@ant-design/icons';
import { Button, InputNumber, Select, Space } from 'antd';
import { Suspense, use, useState } from 'react';
import { coordinateSystems, fromWgs84, rounded } from '#shared/domain/coordinates.ts';
import { useT } from '#web/i18n.ts';
import { pageChunk } from '#web/shell/lazy-page.tsx';
import type { PlaceMapProps } from './PlaceMap.tsx';
import styles from './place.module.css';
import { isWhole } from './place-entry.ts';
import { usePlaceEntry } from './usePlaceEntry.ts';

/** Loaded on demand: the map renderer is larger than the whole form. */
const mapChunk = pageChunk<PlaceMapProps>(async () => (await import('./PlaceMap.tsx')).PlaceMap);

interface CoordinateInputProps {
  id?: string;
  value?: number | null;
  onChange?(value: number | null): void;
  onBlur?(): void;
}

/** Longitude with the selector of the coordinate system. */
export function LongitudeInput({ id, onChange, onBlur }: CoordinateInputProps) {
  const t = useT();
  const { shown, system, choose, write } = usePlaceEntry();
  return (
    <Space.Compact block>
      <InputNumber
        id={id}
        className={styles.number}
        value={shown.longitude}
        onChange={(longitude) => write('longitude', { ...shown, longitude }, onChange)}
        onBlur={onBlur}
      />
      <Select
        className={styles.system}
        aria-label={t('sites.coordinate_system')}
        value={system}
        options={coordinateSystems.map((value) => ({ value, label: t(`sites.coordinate_system_${value}`) }))}
        onChange={choose}
      />
    </Space.Compact>
  );
}

/** Latitude with the button that opens the map. */
export function LatitudeInput({ id, onChange, onBlur }: CoordinateInputProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { held, shown, system, write } = usePlaceEntry();
  return (
    <>
      <Space.Compact block>
        <InputNumber
          id={id}
          className={styles.number}
          value={shown.latitude}
          onChange={(latitude) => write('latitude', { ...shown, latitude }, onChange)}
          onBlur={onBlur}
        />
        <Button icon={<EnvironmentOutlined />} aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'sites.close_map' : 'sites.pick_on_map')}
        </Button>
      </Space.Compact>
      {open && (
        <Suspense fallback={<div className={styles.waiting} />}>
          <LazyPlaceMap
            place={isWhole(held) ? held : undefined}
            onPick={(place) => write('latitude', rounded(fromWgs84(place, system)), onChange)}
          />
        </Suspense>
      )}
    </>
  );
}

function LazyPlaceMap(props: PlaceMapProps) {
  const PlaceMap = use(mapChunk.load());
  return <PlaceMap {...props} />;
}
