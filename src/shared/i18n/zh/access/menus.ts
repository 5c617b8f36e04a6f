import { menu } from '../menu.ts';

export const menus = {
  title: menu.menus,
  hint: '拖动、用箭头或 Alt+↑↓ 调整顺序；隐藏只是不在菜单中显示，页面的权限不变',
  what: '菜单',

  menu_id: '编号',
  path: '路径',
  parent_id: '上级编号',
  menu_name: '菜单名称',
  syllables: '拼音',
  menu_name_en: '英文名称',
  icon: '图标',
  sort: '排序',
  hidden: '隐藏',
  power_ids: '所需权限',
  version: '版本',
  updated_at: '更新时间',

  alone: '独立页面',
  hidden_help: '隐藏后仍可通过地址打开，能否打开由权限决定',
  menu_name_en_help: '留空时英文界面显示产品自带的名称',
  icon_default: '产品自带的图标',
  drag: '拖动“{{name}}”',
  hide_entry: '隐藏“{{name}}”',
  show_entry: '显示“{{name}}”',
  edit_entry: '编辑“{{name}}”',
};

export const menuPowers = {
  hint: '除页面权限外，菜单还可以要求用户拥有其他权限',
  pick_entry: '选择菜单',
  find_entry: '查找菜单名称或路径',
  count: '{{count}} 项',
  asks_for: '除页面权限外，还须拥有以下任一权限：{{names}}',
  asks_for_none: '没有额外要求：有页面权限即可看到',
  saved: '菜单权限已保存',
};
