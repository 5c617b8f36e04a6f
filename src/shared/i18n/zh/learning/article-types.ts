import { menu } from '../menu.ts';

export const articleTypes = {
  title: menu.articletypes,
  hint: '文章按类型组织成树，最多四级',
  what: '文章类型',
  search: '名称或备注',
  type_id: '编号',
  type_name: '类型名称',
  whole_name: '所在位置',
  parent_id: '上级类型（空为顶级）',
  sort: '顺序（小的在前）',
  enabled: '状态',
  enabled_true: '启用',
  enabled_false: '停用',
  article_count: '文章数',
  remark: '备注',
  version: '版本',
  updated_at: '修改时间',
};
