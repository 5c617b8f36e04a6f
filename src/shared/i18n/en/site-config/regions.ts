import type { Words } from '#shared/i18n/words.ts';
import type * as zh from '#shared/i18n/zh/site-config/regions.ts';
import { menu } from '../menu.ts';

export const blocks = {
  title: menu.blocks,
  hint: 'Fourth-level regions, below areas',
  what: 'town or street',
  block_id: 'No.',
  block_code: 'Code',
  block_name: 'Name',
  region: 'Region',
  area_code: 'Area',
  province_name: 'Province',
  province_name_en: 'Province (English)',
  city_name: 'City',
  city_name_en: 'City (English)',
  area_name: 'Area',
  area_name_en: 'Area (English)',
  site_count: 'Sites',
  version: 'Version',
  updated_at: 'Updated',
  block_code_help: '9 or 12 digits, starting with the area code',
  search: 'Name, code or area',
  delete_text: 'It cannot be restored. A town or street that still has sites cannot be deleted.',
} satisfies Words<typeof zh.blocks>;

export const basins = {
  title: menu.basins,
  hint: 'Basins of water sites',
  what: 'basin',
  basin_id: 'No.',
  basin_name: 'Basin',
  remark: 'Remark',
  site_count: 'Sites',
  version: 'Version',
  updated_at: 'Updated',
  search: 'Name or remark',
  delete_text: 'It cannot be restored. A basin that still has sites cannot be deleted.',
} satisfies Words<typeof zh.basins>;
