import { menu } from '../menu.ts';

export const themes = {
  title: menu.themeconfig,
  hint: '平台标题、标志、主色和地图样式，分配给用户或用户组后生效',
  what: '主题',

  theme_id: '编号',
  theme_name: '主题名称',
  platform_title: '平台标题',
  logo: '标志',
  accent: '主色',
  map_style: '地图样式',
  map_style_general: '普通',
  map_style_satellite: '卫星',
  map_style_dark: '深色',
  user_count: '用户数',
  group_count: '用户组数',
  version: '版本',
  updated_at: '更新时间',

  platform_title_help: '显示在页头和浏览器标签上，留空时为平台默认标题',
  logo_help: 'PNG、JPEG 或 WebP，显示时缩放到页头高度',
  accent_help: '按钮、链接和选中项的颜色，留空时为平台默认',
  search: '主题名称或平台标题',
  delete_text: '使用此主题的用户和用户组将恢复平台默认外观。',
  preview: '预览',
  default_accent: '平台默认',

  users: '用户',
  users_of: '使用“{{name}}”的用户',
  users_hint: '每个用户只有一个主题：加入后不再使用原来的主题。没有自己主题的用户使用其用户组的主题。',
  pick_users: '选择用户',
  add_users: '加入',
  users_added: '已使用此主题',
  remove_user: '取消{{name}}的主题',
  user_removed: '已恢复默认或用户组的主题',
  no_users: '还没有用户使用此主题',
};
