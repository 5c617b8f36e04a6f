import type { Words } from '#shared/i18n/words.ts';
import type * as zh from '#shared/i18n/zh/alarms/places.ts';

export const placeWords = {
  scope: 'Scope',
  scope_network: 'Whole network',
  scope_product: 'Product line',
  scope_site: 'Site',
  product_id: 'Product line',
  product_name: 'Product line',
  site_id: 'Site',
  site_name: 'Site',
  mn: 'MN',
} satisfies Words<typeof zh.placeWords>;

export const cityPlaceWords = {
  ...placeWords,
  scope_city: 'City',
  city_code: 'City',
  city_name: 'City (Chinese)',
  city_name_en: 'City',
} satisfies Words<typeof zh.cityPlaceWords>;
