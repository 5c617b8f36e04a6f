export const sitePicker = {
  title: '选择站点',
  search: '站点、区域、拼音或 MN 号',
  favourite: '收藏',
  recent: '最近查看',
  nowhere: '未设区域',
  several: '{{name}} 等 {{count}} 个',
  found: '{{count}} 个站点',
  no_match: '没有符合条件的站点',
  no_sites: '您还没有可查看的站点',
  select_shown: '选中列出的全部站点',
  clear: '清除选择',
};
