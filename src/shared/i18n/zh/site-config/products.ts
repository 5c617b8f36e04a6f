import { menu } from '../menu.ts';

export const products = {
  title: menu.productlines,
  hint: '站点设备所属的产品线',
  what: '产品线',
  product_id: '编号',
  product_name: '产品线名称',
  counting_flags: '计入统计的标记',
  counting_flags_help:
    '标记 N 的数据总是计入平均和评价；这里可加上其他标记。对此后收到或重新计算的数据生效。',
  water_month_days: '水质月评价最少有效日',
  water_month_days_unit: '天',
  water_month_days_help: '水质站一个月至少有这么多有效日才参与评价。GB 3095 的 27 天规定只用于空气。',
  water_year_months: '水质年评价最少月数',
  water_year_months_unit: '个月',
  water_year_months_help: '水质站一年至少有这么多个有效月才参与评价。',
  factor_ids: '因子模板',
  factor_ids_help: '新建站点时自动带上这些因子，也可在站点管理中批量套用。按选择的顺序排列。',
  remark: '备注',
  site_count: '站点数',
  version: '版本',
  updated_at: '更新时间',
  search: '产品线名称或备注',
  delete_text: '删除后无法恢复。仍有站点的产品线不能删除。',
};

export const projects = {
  title: menu.projects,
  hint: '站点所属的建设或运维项目',
  what: '项目',
  project_id: '编号',
  project_name: '项目名称',
  remark: '备注',
  site_count: '站点数',
  version: '版本',
  updated_at: '更新时间',
  search: '项目名称或备注',
  delete_text: '删除后无法恢复。仍有站点的项目不能删除。',
};
