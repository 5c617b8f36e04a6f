import { describe, expect, test } from 'vitest';
import {
  fileHeading,
  fileParts,
  guessColumns,
  type HeadedFactor,
  parseFileNumber,
  parseFileType,
  singleText,
  unitConflicts,
} from './file-columns.ts';

const factor = (component_id: number, change: Partial<HeadedFactor>): HeadedFactor => ({
  component_id,
  component_key: `key${component_id}`,
  component_name: '',
  component_name_en: '',
  formula: '',
  unit: 'µg/m³',
  code_2017: null,
  code_2005: null,
  ...change,
});
const factors = [
  factor(1, {
    component_name: '细颗粒物',
    component_name_en: 'Fine particles',
    formula: 'PM2.5',
    code_2017: 'a34004',
  }),
  factor(2, { component_name: '二氧化硫', formula: 'SO2', code_2017: 'a21026', code_2005: '02' }),
  factor(3, { component_name: '风速', component_name_en: 'Wind speed', unit: 'm/s', code_2017: 'a01007' }),
  factor(4, { component_name: '总磷', formula: 'TP', component_key: 'tp', unit: 'mg/L' }),
];
const roleOf = (heading: string) => guessColumns([heading], factors).roles[0];

describe('a heading', () => {
  test.each([
    ['a34004', 1, 'avg'],
    ['a34004-Avg', 1, 'avg'],
    ['a34004-Rtd', 1, 'avg'],
    ['a34004-Min', 1, 'min'],
    ['a34004-Flag', 1, 'flag'],
    ['a34004-Avg 什么都行 (µg/m³)', 1, 'avg'],
    ['PM2.5', 1, 'avg'],
    ['PM₂.₅ (µg/m³)', 1, 'avg'],
    ['PM2.5（微克/立方米）', 1, 'avg'],
    ['细颗粒物 PM₂.₅ (µg/m³)', 1, 'avg'],
    ['细颗粒物PM2.5 最大值', 1, 'max'],
    ['Fine particles min', 1, 'min'],
    ['SO₂ 标记', 2, 'flag'],
    ['so2_flag', 2, 'flag'],
    ['02', 2, 'avg'],
    ['最大SO2', 2, 'max'],
    ['Wind speed (m/s)', 3, 'avg'],
    ['WIND_SPEED', 3, 'avg'],
    ['总磷-ZsAvg', 4, 'zs'],
    ['tp 原始值', 4, 'raw'],
    ['总磷累计', 4, 'cou'],
  ])('%s is factor %i, %s', (heading, component_id, part) => {
    expect(roleOf(heading)).toEqual({ as: 'value', component_id, part });
  });

  test.each(['备注', 'a99999', 'remark', ''])('"%s" is left out', (heading) => {
    expect(roleOf(heading)).toEqual({ as: 'ignored' });
  });
});

describe('a unit in a heading', () => {
  const air = [
    ...factors,
    factor(5, { formula: 'PM10' }),
    factor(6, { formula: 'CO', unit: 'mg/m³' }),
    factor(7, { component_name: '气温', unit: '°C' }),
    factor(8, { component_name: 'pH', unit: '' }),
    factor(9, { component_name: '噪声', unit: 'dB(A)' }),
  ];
  const seen = (heading: string) => ({
    as: guessColumns([heading], air).roles[0]?.as,
    said: unitConflicts([heading], air)[0]?.said,
  });

  test.each([
    ['PM10 (mg/m3)', 'mg/m3'],
    ['PM10（毫克/立方米）', '毫克/立方米'],
    ['PM10 mg/m³', 'mg/m³'],
    ['PM10 mg m-3', 'mg·m-3'],
    ['PM10 [µg/Nm³]', 'µg/Nm³'],
    ['PM10 /mg/m3', 'mg/m3'],
    ['SO2 ppb', 'ppb'],
    ['SO2(ppb)', 'ppb'],
    ['CO (µg/m³)', 'µg/m³'],
    ['a34004-Avg 细颗粒物 (mg/m³)', 'mg/m³'],
    ['总磷 (μg/L)', 'μg/L'],
    ['气温 (℉)', '℉'],
    ['风速 km/h', 'km/h'],
    ['风速 cm/s', 'cm/s'],
    ['pH (mg/L)', 'mg/L'],
  ])('that is not the factor’s leaves the column out: %s', (heading, said) => {
    expect(seen(heading)).toEqual({ as: 'ignored', said });
  });

  test.each([
    ...['PM10 (µg/m³)', 'PM10 (μg/m3)', 'PM10 ug/m3', 'PM10（微克每立方米）', 'PM10 μg·m⁻³', 'PM10 (ug/m^3)'],
    ...[
      'CO mg/m3',
      '总磷 (mg/l)',
      '气温 (℃)',
      '气温（摄氏度）',
      '风速（米/秒）',
      '噪声 (dB(A))',
      'pH (无量纲)',
    ],
    ...['SO2 标记 (ppb)', 'PM10 (自动)', '总磷（以P计）'],
  ])('in any spelling of the factor’s own is understood: %s', (heading) => {
    expect(seen(heading)).toEqual({ as: 'value', said: undefined });
  });
});

test('an export of our own is recognised to the last column', () => {
  const headings = factors.flatMap((one) => fileParts.map((part) => fileHeading(one, '名称', part)));
  const { roles, label } = guessColumns(['MN', '站点', '数据类型', '时间（开始）', ...headings], factors);
  expect(roles).toEqual([
    { as: 'site' },
    // The MN identifies the site; the name is for readers only.
    { as: 'ignored' },
    { as: 'data_type' },
    { as: 'time' },
    ...factors.flatMap(({ component_id }) => fileParts.map((part) => ({ as: 'value', component_id, part }))),
  ]);
  expect(label).toBe('start');
});

test('each thing is taken from one column, and an end of a period is seen as one', () => {
  const { roles, label } = guessColumns(['站点名称', '结束时间', 'PM2.5', 'PM₂.₅'], factors);
  expect(roles.map(({ as }) => as)).toEqual(['site', 'time', 'value', 'ignored']);
  expect(label).toBe('end');
});

test('a name that two factors have names neither', () => {
  const twins = [factor(8, { component_name: '温度' }), factor(9, { component_name: '温度' })];
  expect(guessColumns(['温度'], twins).roles).toEqual([{ as: 'ignored' }]);
});

test.each([
  ['小时', 'hour'],
  ['2061', 'hour'],
  ['Real-time', 'realtime'],
  ['Minute', 'minute'],
  ['日数据', 'day'],
  ['月', undefined],
])('data type %s', (text, type) => {
  expect(parseFileType(text)).toBe(type);
});

test.each([
  ['35.2', 35.2],
  [' -0.5 ', -0.5],
  ['1e-3', 0.001],
  ['.5', 0.5],
  ['', null],
  ['--', null],
  ['N/A', null],
  ['12,5', 'not_a_number'],
  ['35.2H', 'not_a_number'],
  ['1e39', 'out_of_range'],
])('the number in "%s"', (text, value) => {
  expect(parseFileNumber(text)).toBe(value);
});

test('a single-precision number is written shortly and read as itself', () => {
  expect(singleText(Math.fround(35.3))).toBe('35.3');
  let seed = 1;
  for (let i = 0; i < 20_000; i += 1) {
    seed = (seed * 48_271) % 2_147_483_647;
    const value = Math.fround((seed / 2 ** 31 - 0.5) * 10 ** ((seed % 40) - 20));
    expect(Math.fround(Number(singleText(value)))).toBe(value);
  }
});
