import { expect, test } from 'vitest';
import { englishSiteName } from './site-names.ts';

test.each([
  ['解放路站', 'Jiefang Road', 'Jiefang Road'],
  ['解放路站', '', 'Jiefang Road Station'],
  ['裕华东路站', '', 'Yuhua East Road Station'],
  ['咸阳市泾阳县泾干站', '', 'Xianyang Jingyang County Jinggan Station'],
  ['西安市长安区韦曲站', '', "Xi'an Chang'an District Weiqu Station"],
  ['济南二站', '', 'Jinan Er Station'],
  ['北京路站', '', 'Beijing Road Station'],
  ['松花江朱顺屯断面', '', 'Songhua River Zhushuntun Section'],
  ['珠江鸦岗断面', '', 'Zhujiang Yagang Section'],
  ['济南市桥头站', '', 'Jinan Qiaotou Station'],
  ['黄河叶盛公路桥断面', '', 'Huanghe Yesheng Highway Bridge Section'],
  ['桥头站', '', 'Qiaotou Station'],
  ['长江 3 号站', '', 'Changjiang No. 3 Station'],
  ['西安市走航车03', '', "Xi'an Mobile Lab 03"],
  ['Station 4', '', 'Station 4'],
  ['一站 MN1（北）', '', 'Yi Station MN1（Bei）'],
])('%s with %j is called %s', (name, english, called) => {
  expect(englishSiteName(name, english)).toBe(called);
});
