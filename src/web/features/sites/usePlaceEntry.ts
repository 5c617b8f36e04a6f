import { Form } from 'antd';
import type { CoordinateSystem } from '#shared/domain/coordinates.ts';
import { type Axis, heldPlace, type PartialPlace, type PlaceEntry, shownPlace } from './place-entry.ts';

/** Kept in the form's store beside its fields, so that both inputs and the map know it. It is not sent. */
const entryName = 'place_entry';

/** The place of the form around it, as it is held and as it is written. */
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
    /** What the form then holds; `onChange` tells the form of `axis`, the other one is set here. */
    write: (axis: Axis, typed: PartialPlace, onChange?: (value: number | null) => void) => {
      const other = axis === 'longitude' ? 'latitude' : 'longitude';
      const place = heldPlace(typed, entry.system);
      form.setFieldValue(entryName, { ...entry, typed });
      form.setFields([{ name: other, value: place[other] ?? null, errors: [] }]);
      onChange?.(place[axis] ?? null);
    },
  };
}
