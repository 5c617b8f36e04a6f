import { menu } from '../menu.ts';

export const articleTypes = {
  title: menu.articletypes,
  hint: 'Articles are organised in a tree of types, up to four levels',
  what: 'article type',
  search: 'Name or remark',
  type_id: 'ID',
  type_name: 'Type name',
  whole_name: 'Location',
  parent_id: 'Parent type (empty: top level)',
  sort: 'Order (smaller first)',
  enabled: 'Status',
  enabled_true: 'Enabled',
  enabled_false: 'Disabled',
  article_count: 'Articles',
  remark: 'Remark',
  version: 'Version',
  updated_at: 'Updated',
};
