import { Form } from 'antd';
import { useState } from 'react';
import type { Coordinates } from '#shared/domain/coordinates.ts';
import { useT } from '#web/i18n.ts';
import { divisionAt, loadOutlines, type Outlines } from '#web/map/division-outlines.ts';
import { usePlaces } from '#web/widgets/useSites.ts';
import { placeOf } from './known-place.ts';

let outlines: Promise<Outlines> | undefined;

/** Fills province, city and district of the form from a location; reports what is unknown. */
export function useFilledPlace() {
  const t = useT();
  const form = Form.useFormInstance();
  const names = usePlaces(true);
  const [said, setSaid] = useState<{ tone: 'info' | 'warning'; text: string }>();
  const from = async ({ longitude, latitude }: Coordinates) => {
    outlines ??= loadOutlines();
    const code = divisionAt(await outlines, longitude, latitude);
    const place = code === undefined ? undefined : placeOf(code, names);
    if (!place) return setSaid({ tone: 'warning', text: t('sites.place_unknown') });
    const { area_code } = form.getFieldsValue(true) as { area_code?: string | null };
    // Towns belong to a district: a new district clears the town.
    const block = area_code === place.area_code ? {} : { block_code: null };
    form.setFieldsValue({ ...place, ...block });
    form.setFields(Object.keys(place).map((name) => ({ name, errors: [] })));
    const codes = [place.province_code, place.city_code, place.area_code].filter((one) => one !== null);
    const name = [...new Set(codes.map((one) => names.get(one) ?? one))].join(' ');
    const isWhole = place.area_code !== null || code?.endsWith('00');
    setSaid({
      tone: 'info',
      text: t(isWhole ? 'sites.place_filled' : 'sites.place_filled_partly', { name }),
    });
  };
  return { said, from };
}
