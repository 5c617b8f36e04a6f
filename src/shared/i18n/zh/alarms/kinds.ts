/** What the kinds are called, wherever they are shown. */
export const kindWords = {
  kind_over_standard: '超标',
  kind_offline: '离线',
  kind_missing: '数据缺失',
  kind_constant: '数值恒定',
  kind_zero: '零值或负值',
  kind_jump: '数值突变',
  kind_pair: '数据倒挂',
  kind_flag: '数据标记异常',
  kind_fault: '仪器故障',
  kind_door: '站房开门',
  kind_low_power: '电压过低',
  kind_clock_drift: '时钟偏差',
  kind_disk: '磁盘空间不足',
};

export const levelWords = { level_warning: '预警', level_alarm: '报警' };
export const familyWords = { family_measurement: '监测报警', family_instrument: '仪器与链路' };

export const alarmKindSettings = {
  title: '报警类型设置',
  hint: '各类报警是否启用、级别和参数；站点的设置优先于产品线，产品线优先于全网',
  what: '报警类型设置',
  search: '站点、产品线或备注',
  kind_id: '编号',
  kind: '报警类型',
  ...kindWords,
  scope: '适用范围',
  scope_network: '全网',
  scope_product: '产品线',
  scope_site: '站点',
  product_id: '产品线',
  product_name: '产品线',
  site_id: '站点',
  site_name: '站点',
  mn: 'MN',
  enabled: '启用',
  enabled_true: '启用',
  enabled_false: '停用',
  level: '级别',
  ...levelWords,
  params: '参数',
  remark: '备注',
  version: '版本',
  updated_at: '修改时间',
};
