/** The track map of mobile stations. */
export const trackMap = {
  title: '轨迹地图',
  hint: '查看走航监测的轨迹、浓度、速度与停留',
  vans: '移动站',
  range: '时间范围',
  factor: '着色因子',
  grid: '{{km}} km 网格均值',
  barbs: '风羽',
  stops: '停留列表',
  stops_count: '停留 {{count}} 次',
  no_stops: '没有停留 5 分钟以上的地点',
  no_vans: '没有移动站',
  no_points: '该时段没有定位数据',
  speed_of: '{{name}} 车速',
  chart: '{{name}} 与车速随时间的变化',
};
