import { menu } from '../menu.ts';

export const blocks = {
  title: menu.blocks,
  hint: '区县以下的第四级区划',
  what: '街道（乡镇）',
  block_id: '编号',
  block_code: '区划代码',
  block_name: '名称',
  region: '区域',
  area_code: '所属区县',
  province_name: '省份',
  province_name_en: '省份（英文）',
  city_name: '城市',
  city_name_en: '城市（英文）',
  area_name: '区县',
  area_name_en: '区县（英文）',
  site_count: '站点数',
  version: '版本',
  updated_at: '更新时间',
  block_code_help: '9 或 12 位数字，以所属区县代码开头',
  search: '名称、区划代码或区县',
  delete_text: '删除后无法恢复。仍有站点的街道（乡镇）不能删除。',
};

export const basins = {
  title: menu.basins,
  hint: '水质站点所属的流域',
  what: '流域',
  basin_id: '编号',
  basin_name: '流域名称',
  remark: '备注',
  site_count: '站点数',
  version: '版本',
  updated_at: '更新时间',
  search: '流域名称或备注',
  delete_text: '删除后无法恢复。仍有站点的流域不能删除。',
};
