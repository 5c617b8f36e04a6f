import { Alert, Form, Select } from 'antd';
import { use, useState } from 'react';
import type { Coordinates } from '#shared/domain/coordinates.ts';
import { useT } from '#web/i18n.ts';
import { boxOf, type DivisionBoxes, isWithin, loadDivisionBoxes } from '#web/map/division-boxes.ts';
import type { MapType } from '#web/map/look.ts';
import { MapPin } from '#web/map/MapPin.tsx';
import { MapTypeSwitch } from '#web/map/MapTypeSwitch.tsx';
import { type MapBounds, MapView } from '#web/map/MapView.tsx';
import { useMapType } from '#web/map/useMapType.ts';
import { searchedByLabel } from '#web/ui/searched.ts';
import { usePlaces } from '#web/widgets/useSites.ts';
import styles from './place.module.css';
import { useFilledPlace } from './useFilledPlace.ts';

export interface PlaceMapProps {
  place: Coordinates | undefined;
  onPick(place: Coordinates): void;
}

let boxes: Promise<DivisionBoxes> | undefined;

/** Sets the form's location by click or drag. Initially shows the form's district. */
export function PlaceMap({ place, onPick }: PlaceMapProps) {
  const t = useT();
  const [type, setType] = useState<MapType>(useMapType());
  const [sought, setSought] = useState<string>();
  boxes ??= loadDivisionBoxes();
  const known = use(boxes);
  const fill = useFilledPlace();
  const names = usePlaces(true);
  const form = Form.useWatch<Record<string, string | null>>([]) ?? {};
  const district = form.area_code ?? form.city_code ?? form.province_code;
  const districtBox = district ? boxOf(known, district) : undefined;
  const outside = districtBox && place && !isWithin(districtBox, place.longitude, place.latitude);
  const look = sought ?? (place ? undefined : district);
  return (
    <>
      <div className={styles.map}>
        <div className={styles.bar}>
          <Select
            className={styles.search}
            aria-label={t('sites.seek_place')}
            placeholder={t('sites.seek_place')}
            showSearch={searchedByLabel}
            value={sought}
            options={Array.from(names.keys(), (code) => ({ value: code, label: wayTo(code, names) }))}
            onChange={setSought}
          />
          <MapTypeSwitch type={type} onChange={setType} />
        </div>
        <MapView type={type} bounds={place ? around(place) : districtBox}>
          {(map) => (
            <MapPin
              map={map}
              place={place}
              bounds={look ? boxOf(known, look) : undefined}
              onMove={(picked) => {
                onPick(picked);
                void fill.from(picked);
              }}
            />
          )}
        </MapView>
      </div>
      {fill.said && (
        <Alert className={styles.outside} type={fill.said.tone} showIcon title={fill.said.text} />
      )}
      {outside && district && (
        <Alert
          className={styles.outside}
          type="warning"
          showIcon
          title={t('sites.place_outside', { name: names.get(district) ?? district })}
        />
      )}
    </>
  );
}

/** 江苏省 南京市 玄武区; equal names are shown once. */
function wayTo(code: string, names: ReadonlyMap<string, string>): string {
  const codes = [`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`, code];
  return [...new Set(codes.flatMap((one) => names.get(one) ?? []))].join(' ');
}

function around({ longitude, latitude }: Coordinates): MapBounds {
  return [longitude - 0.1, latitude - 0.1, longitude + 0.1, latitude + 0.1];
}
