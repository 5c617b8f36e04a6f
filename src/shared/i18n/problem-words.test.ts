import { expect, test } from 'vitest';
import { sayIn } from '#server/words.ts';
import type { FieldProblem } from '#shared/faults.ts';
import { sayProblem } from './problem-words.ts';

const at = { name: 'sites' };

test.each<[FieldProblem, zh: string, en: string]>([
  [
    { field: 'province_code', problem: 'unknown_value', params: { value: '火星省' } },
    '没有名为“火星省”的省份',
    'No province named “火星省”',
  ],
  [
    { field: 'area_code', problem: 'outside_city', params: { value: '玄武区', above: '济南市' } },
    '“玄武区”不在“济南市”内',
    '“玄武区” is not in “济南市”',
  ],
  [
    { field: 'area_code', problem: 'outside_city' },
    '不在所选的城市内，请选择该城市的区县',
    'Not in the selected city. Choose one of its areas',
  ],
  [
    { field: 'factors', problem: 'repeated', params: { value: 'O3' } },
    '“O3”填写了多次',
    '“O3” is listed more than once',
  ],
  [
    { field: 'site_id', problem: 'unknown_site_number', params: { value: '999999' } },
    '没有编号为 999999 的站点',
    'No site has the number 999999',
  ],
  [{ field: 'site_name', problem: 'repeated' }, '已存在，请勿重复', 'Already exists'],
])('a problem names the value that is wrong: %j', (problem, zh, en) => {
  expect(sayProblem(sayIn('zh'), problem, at)).toBe(zh);
  expect(sayProblem(sayIn('en'), problem, at)).toBe(en);
});
