/** What prevents a deletion, by the table of the references. */
export const inUse = {
  site: '有 {{count}} 个站点在使用：{{names}}',
  user_account: '有 {{count}} 个用户在使用：{{names}}',
  menu: '有 {{count}} 个下级菜单：{{names}}',
  power: '有 {{count}} 个下级权限：{{names}}',
  component: '有 {{count}} 个因子由它得出：{{names}}',
  app_file: '有 {{count}} 个安装包在使用：{{names}}',
  meeting_room: '有 {{count}} 个会议室属于它：{{names}}',
  meeting: '有 {{count}} 个会议在使用：{{names}}',
  work_order: '有 {{count}} 个工单在使用：{{names}}',
  order_plan: '有 {{count}} 个计划在使用：{{names}}',
};
