import { Cascader, type CascaderProps } from 'antd';
import { useMemo } from 'react';
import { divisionAbove } from '#shared/domain/divisions.ts';
import { usePlaces } from './useSites.ts';

interface Option {
  value: string;
  label: string;
  children?: Option[];
}

interface RegionCascaderProps
  extends Pick<CascaderProps<Option>, 'id' | 'className' | 'placeholder' | 'prefix' | 'aria-label'> {
  /** Provinces and cities can be selected too, not only leaf divisions. */
  anyLevel?: boolean;
  value?: string | null;
  onChange?(code: string | null): void;
}

/** Selects an administrative division by its code; searchable by any part of its name. */
export function RegionCascader({ anyLevel = false, value, onChange, ...rest }: RegionCascaderProps) {
  const places = usePlaces(true);
  const options = useMemo(() => optionsOf(places), [places]);
  return (
    <Cascader<Option>
      {...rest}
      options={options}
      changeOnSelect={anyLevel}
      allowClear
      showSearch
      // Hides the bare code until the names are loaded.
      value={value && places.size > 0 ? pathTo(value) : undefined}
      displayRender={(labels) => (anyLevel ? labels.at(-1) : labels.join(' '))}
      onChange={(path) => onChange?.(path?.at(-1) ?? null)}
    />
  );
}

/** The list is sorted so that parents precede their children. */
function optionsOf(places: ReadonlyMap<string, string>): Option[] {
  const top: Option[] = [];
  const known = new Map<string | null, Option>();
  for (const [value, label] of places) {
    const option: Option = { value, label };
    known.set(value, option);
    const above = known.get(divisionAbove(value));
    if (above) above.children = [...(above.children ?? []), option];
    else top.push(option);
  }
  return top;
}

function pathTo(code: string): string[] {
  const above = divisionAbove(code);
  return above === null ? [code] : [...pathTo(above), code];
}
