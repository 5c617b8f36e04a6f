import { waterItemNames } from '#shared/i18n/zh/standards.ts';

export const waterClasses = {
  title: '水质类别评价项目',
  hint: '哪些项目参与水质类别评价。保存后立即生效，过去的数据也按此重新评价',
  section_river: '河流',
  section_lake: '湖库',
  river_items: '参与类别评价',
  river_apart: '单独评价',
  river_apart_help: '给出类别，但不影响断面类别',
  lake_items: '参与类别评价',
  lake_apart: '单独评价',
  lake_apart_help: '给出类别，但不影响断面类别',
  saved: '水质类别评价项目已保存',
  ...waterItemNames,
};
