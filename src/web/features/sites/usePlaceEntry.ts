import { Form } from 'antd';
import type { CoordinateSystem } from '#shared/domain/coordinates.ts';
import { type Axis, heldPlace, type PartialPlace, type PlaceEntry, shownPlace } from './place-entry.ts';

/** Stored in the form, so that both inputs and the map share it; not submitted. */
const entryName = 'place_entry';

/** Location of the surrounding form, as stored and as displayed. */
export function usePlaceEntry() {
  const form = Form.useFormInstance();
  const held: PartialPlace = {
    longitude: Form.useWatch('longitude', form),
    latitude: Form.useWatch('latitude', form),
  };
  const entry: PlaceEntry = Form.useWatch(entryName, { form, preserve: true }) ?? { system: 'wgs84' };
  const shown = shownPlace(held, entry);
  return {
    held,
    shown,
    system: entry.system,
    choose: (system: CoordinateSystem) => form.setFieldValue(entryName, { system }),
    /** Updates both axes of the form: `axis` through `onChange`, the other one directly. */
    write: (axis: Axis, typed: PartialPlace, onChange?: (value: number | null) => void) => {
      const other = axis === 'longitude' ? 'latitude' : 'longitude';
      const place = heldPlace(typed, entry.system);
      form.setFieldValue(entryName, { ...entry, typed });
      form.setFields([{ name: other, value: place[other] ?? null, errors: [] }]);
      onChange?.(place[axis] ?? null);
    },
  };
}
