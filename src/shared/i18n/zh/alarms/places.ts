/** What a rule, a setting or a window applies to. */
export const placeWords = {
  scope: '适用范围',
  scope_network: '全网',
  scope_product: '产品线',
  scope_site: '站点',
  product_id: '产品线',
  product_name: '产品线',
  site_id: '站点',
  site_name: '站点',
  mn: 'MN',
};

/** The same, with cities. */
export const cityPlaceWords = {
  ...placeWords,
  scope_city: '城市',
  city_code: '城市',
  city_name: '城市',
  city_name_en: '城市（英文）',
};
