import type { Words } from '#shared/i18n/words.ts';
import type * as zh from '#shared/i18n/zh/site-config/products.ts';

export const products = {
  title: 'Product lines',
  hint: 'The product lines that the sites’ devices belong to',
  what: 'product line',
  product_id: 'No.',
  product_name: 'Product line',
  counting_flags: 'Flags that count',
  counting_flags_help:
    'Values flagged N always enter averages and evaluation; add others here. It holds for values that arrive, or are computed again, from now on.',
  water_month_days: 'Water: valid days per month',
  water_month_days_unit: 'days',
  water_month_days_help:
    'A month of a water station is evaluated with at least this many valid days. The 27 days of GB 3095 apply to air only.',
  water_year_months: 'Water: months per year',
  water_year_months_unit: 'months',
  water_year_months_help: 'A year of a water station is evaluated with at least this many valid months.',
  remark: 'Remark',
  site_count: 'Sites',
  version: 'Version',
  updated_at: 'Updated',
  search: 'Name or remark',
  delete_text: 'It cannot be restored. A product line that still has sites cannot be deleted.',
} satisfies Words<typeof zh.products>;

export const projects = {
  title: 'Projects',
  hint: 'The projects that sites are built or run under',
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
