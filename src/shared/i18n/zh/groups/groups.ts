import { menu } from '../menu.ts';

export const userGroups = {
  title: menu.usergroups,
  hint: '成员共享用户组的站点、主题和值班表',
  what: '用户组',

  user_group_id: '编号',
  user_group_name: '用户组名称',
  theme_id: '主题',
  theme_name: '主题',
  member_count: '成员数',
  remark: '备注',
  version: '版本',
  updated_at: '更新时间',

  theme_id_help: '成员没有自己的主题时使用',
  search: '用户组名称或备注',
  delete_text: '成员的账号会保留，但不再拥有来自该用户组的站点、主题和值班安排。',
  manage: '成员与值班',
};

export const groupAdmin = {
  hint: '成员、成员继承的站点和主题，以及值班表',
  pick_group: '选择用户组',
  find_group: '查找用户组',
  none_yet: '还没有用户组',
  no_group: '没有这个用户组',
  to_groups: '前往“用户组”',
  no_group_hint: '请先选择，或在“用户组”页面新增。',
  tab_members: '成员',
  tab_sites: '继承的站点',
  tab_theme: '继承的主题',
  tab_duty: '值班表',

  add_members: '选择要加入的用户',
  add: '加入',
  added: '已加入用户组',
  remove: '移出',
  removed: '已移出用户组',
  remove_title: '将 {{count}} 人移出“{{group}}”？',
  remove_text: '移出后不再拥有来自该用户组的站点和主题，也不再值班。账号会保留。',

  set_sites: '设置站点',
  sites_given: '共 {{total}} 个站点：逐个授予 {{sites}} 个，按区域 {{regions}} 条，按项目 {{projects}} 条',
  no_sites: '成员没有从该用户组继承站点',
  no_sites_hint: '在“用户设备”中把站点、区域或项目授予用户组。',

  theme_hint: '没有自己主题的成员使用此主题；属于多个用户组时，以最早建立的为准。',
  no_theme: '平台默认',
};
