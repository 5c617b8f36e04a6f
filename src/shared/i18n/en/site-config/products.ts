import type { Words } from '#shared/i18n/words.ts';
import type * as zh from '#shared/i18n/zh/site-config/products.ts';
import { menu } from '../menu.ts';

export const products = {
  title: menu.productlines,
  hint: 'Product lines of site devices',
  what: 'product line',
  product_id: 'No.',
  product_name: 'Product line',
  counting_flags: 'Flags included in statistics',
  counting_flags_help:
    'Add flags to include in averages and assessment; N is always included. Applies to data received or recalculated from now on.',
  water_month_days: 'Water: minimum valid days per month',
  water_month_days_unit: 'days',
  water_month_days_help:
    'Set how many valid days a water site needs for a monthly assessment. The 27 days of GB 3095 apply to air only.',
  water_year_months: 'Water: minimum valid months per year',
  water_year_months_unit: 'months',
  water_year_months_help: 'Set how many valid months a water site needs for a yearly assessment.',
  factor_ids: 'Factor template',
  factor_ids_help:
    'New sites of this product line start with these factors; batch edit can also apply them. Listed in the order selected.',
  remark: 'Remark',
  site_count: 'Sites',
  version: 'Version',
  updated_at: 'Updated',
  search: 'Name or remark',
  delete_text: 'It cannot be restored. A product line that still has sites cannot be deleted.',
} satisfies Words<typeof zh.products>;

export const projects = {
  title: menu.projects,
  hint: 'Construction and maintenance projects of sites',
  what: 'project',
  project_id: 'No.',
  project_name: 'Project',
  remark: 'Remark',
  site_count: 'Sites',
  version: 'Version',
  updated_at: 'Updated',
  search: 'Name or remark',
  delete_text: 'It cannot be restored. A project that still has sites cannot be deleted.',
} satisfies Words<typeof zh.projects>;
