/** Invalid cells of a file of sites: position of the row, cells, and the field at fault. */
export type WrongCells = [at: number, cells: Record<string, string | number | null>, field: string];

/** One of each kind, sorted by row; tests add cells that are invalid only for new or only for existing sites. */
export function wrongSites(...own: WrongCells[]): WrongCells[] {
  return [...everywhere, ...own].toSorted(([one], [other]) => one - other);
}

const everywhere: readonly WrongCells[] = [
  [3, { 站点名称: null }, 'site_name'],
  [40, { 省份: '火星省' }, 'province_code'],
  [77, { 城市: '广州市' }, 'city_code'],
  [98, { 区县: '天河区' }, 'area_code'],
  [123, { 经度: 200 }, 'longitude'],
  [150, { 纬度: -80 }, 'latitude'],
  [180, { 测量间隔: 0 }, 'interval_seconds'],
  [200, { 测量间隔: 1.5 }, 'interval_seconds'],
  [222, { 协议: '无此协议' }, 'agreement_id'],
  [250, { 产品线: '无此产品线' }, 'product_id'],
  [279, { 供电方式: '核能' }, 'power_supply'],
  [300, { 水质类型: '井' }, 'water_quality_type'],
  [333, { 水污染等级: 9 }, 'water_pollution_level'],
  [360, { 虚拟数据: '也许' }, 'virtual_data'],
  [390, { 设备编号: -1 }, 'device_number'],
  [420, { 'SIM 卡号': '+86' }, 'sim_number'],
  [444, { 监测因子: '仙气' }, 'factors'],
  [470, { 启用日期: '2026-02-30' }, 'started_on'],
];
