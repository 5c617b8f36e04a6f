import { Form } from 'antd';
import { blocks, regions } from '#shared/contract/site-config/regions.ts';
import { useT } from '#web/i18n.ts';
import { ChoiceSelect, type RowChoices, rowsOf } from '#web/ui/choices.tsx';

const levels = ['province_code', 'city_code', 'area_code', 'block_code'] as const;
type Level = (typeof levels)[number];
type Place = Partial<Record<Level, string | null>>;

/** Choices of a level; undefined until the level above is set. */
function choicesAt(level: Level, { province_code, city_code, area_code }: Place): RowChoices | undefined {
  switch (level) {
    case 'province_code':
      return rowsOf({ list: regions.provinces, id: level }, 'province_name');
    case 'city_code':
      return province_code
        ? rowsOf({ list: regions.cities, id: level }, 'city_name', { query: { province_code } })
        : undefined;
    case 'area_code':
      return city_code
        ? rowsOf({ list: regions.areas, id: level }, 'area_name', { query: { city_code } })
        : undefined;
    case 'block_code': {
      // Four cities have no districts: their towns belong to the city directly.
      const above = area_code ?? city_code;
      return above
        ? rowsOf({ list: blocks.list, id: level }, 'block_name', {
            query: { area_code: above },
            madeAt: { path: '/siteconfigs/blocks', needs: blocks.add.needs },
          })
        : undefined;
    }
  }
}

interface RegionSelectProps {
  level: Level;
  id?: string;
  value?: string | null;
  onChange?(code: string | null): void;
}

/** One of the four division levels of a form. A change clears the levels below. */
export function RegionSelect({ level, id, value, onChange }: RegionSelectProps) {
  const t = useT();
  const form = Form.useFormInstance();
  const place = Form.useWatch<Place>([]) ?? {};
  const choices = choicesAt(level, place);
  const choose = (code: string | null) => {
    const below = levels.slice(levels.indexOf(level) + 1);
    form.setFieldsValue(Object.fromEntries(below.map((one) => [one, null])));
    onChange?.(code);
  };
  return (
    <ChoiceSelect
      id={id}
      name="sites"
      field={level}
      choices={choices ?? []}
      disabled={!choices}
      placeholder={t('common.please_select')}
      allowClear
      value={value}
      onChange={(code) => choose(code === undefined ? null : String(code))}
    />
  );
}
