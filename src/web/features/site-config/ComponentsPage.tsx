import { averaging, componentCategory, components } from '#shared/contract/site-config/factors.ts';
import { printedFormula } from '#shared/domain/formula.ts';
import { ResourcePage } from '#web/pages/ResourcePage.tsx';
import { WaterClassButton } from './WaterClassButton.tsx';

const category = componentCategory.options;

export function ComponentsPage() {
  return (
    <ResourcePage
      resource={components}
      actions={<WaterClassButton />}
      columns={[
        'component_name',
        { key: 'component_name_en', rare: true },
        { key: 'formula', show: ({ formula }) => printedFormula(formula) || '–' },
        'component_key',
        'category',
        'unit',
        'decimals',
        'code_2017',
        'code_2005',
        'range_min',
        'range_max',
        { key: 'detection_limit', rare: true },
        'averaging',
        'site_count',
        { key: 'is_derived', rare: true },
        { key: 'sort', rare: true },
        { key: 'updated_at', rare: true },
      ]}
      filters={[{ key: 'category', choices: category }]}
      form={[
        'component_name',
        'component_name_en',
        'component_key',
        'formula',
        { key: 'category', choices: category },
        'unit',
        'decimals',
        'code_2017',
        'code_2005',
        'range_min',
        'range_max',
        'detection_limit',
        { key: 'averaging', choices: averaging.options },
        'sort',
      ]}
    />
  );
}
