/** The list of sites on the home page. */
export const siteList = {
  title: '站点',
  search: '站点、区域、拼音或 MN 号',
  none: '没有符合条件的站点',
  empty: '您还没有可查看的站点',
  empty_add: '到站点管理添加站点',
  demo_filling: '演示数据：正在补齐 400 天历史，由近及远',
};
