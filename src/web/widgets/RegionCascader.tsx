import { Cascader, type CascaderProps } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { divisionAbove } from '#shared/domain/divisions.ts';
import { usePlaces, usePlaceWords } from './useSites.ts';

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

/** Selects an administrative division by its code; searchable by any part of its names. Enter takes the first match. */
export function RegionCascader({ anyLevel = false, value, onChange, ...rest }: RegionCascaderProps) {
  const places = usePlaces(true);
  const options = useMemo(() => optionsOf(places), [places]);
  const words = usePlaceWords();
  const matches = (typed: string, path: readonly Option[]) =>
    path.some((each) => (words.get(each.value) ?? each.label).toLowerCase().includes(typed.toLowerCase()));
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const hasMoved = useRef(false);
  const takeFirst = () => {
    const first = firstMatch(options, (path) => (anyLevel || !path.at(-1)?.children) && matches(typed, path));
    if (!first) return;
    setOpen(false);
    setTyped('');
    onChange?.(first.value);
  };
  return (
    <Cascader<Option>
      {...rest}
      options={options}
      changeOnSelect={anyLevel}
      allowClear
      open={open}
      onOpenChange={setOpen}
      showSearch={{
        filter: matches,
        searchValue: typed,
        onSearch: (text) => {
          hasMoved.current = false;
          setTyped(text);
        },
      }}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'ArrowDown' || key === 'ArrowUp') hasMoved.current = true;
        // After an arrow key, the cascader itself takes the option that is marked.
        if (key === 'Enter' && typed.trim() && !hasMoved.current && !nativeEvent.isComposing) takeFirst();
      }}
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

/** In the order in which matches are listed. */
function firstMatch(
  options: readonly Option[],
  isMatch: (path: Option[]) => boolean,
  above: Option[] = [],
): Option | undefined {
  for (const option of options) {
    const path = [...above, option];
    const found = isMatch(path) ? option : firstMatch(option.children ?? [], isMatch, path);
    if (found) return found;
  }
  return undefined;
}

function pathTo(code: string): string[] {
  const above = divisionAbove(code);
  return above === null ? [code] : [...pathTo(above), code];
}
