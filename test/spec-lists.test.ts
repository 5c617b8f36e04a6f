import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { details, Fault, faultInfo, faultOfCode, faults } from '#shared/faults.ts';
import * as enCommon from '#shared/i18n/en/common.ts';
import * as enFaults from '#shared/i18n/en/faults.ts';
import * as enMenu from '#shared/i18n/en/menu.ts';
import { problems as enProblems } from '#shared/i18n/en/problems.ts';
import * as zhCommon from '#shared/i18n/zh/common.ts';
import * as zhFaults from '#shared/i18n/zh/faults.ts';
import * as zhMenu from '#shared/i18n/zh/menu.ts';
import { problems as zhProblems } from '#shared/i18n/zh/problems.ts';
import { groups, screenAt, sectionOf, sections, standalone } from '#shared/menu.ts';

const here = (path: string) => new URL(path, import.meta.url);

function listed(file: string): string[] {
  const lines = readFileSync(here(`spec/${file}`), 'utf8').split('\n');
  return lines.filter((line) => line.startsWith('/')).map((line) => line.split('\t')[0] ?? line);
}

/** `{ a: { b: 'x' } }` → `[['a.b', 'x']]` */
function flat(words: object, prefix = ''): [string, string][] {
  return Object.entries(words).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value as object, `${prefix}${key}.`),
  );
}

const slots = (sentence: string) => [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map((slot) => slot[1]).sort();

const screens = [...sections.flatMap(({ pages }) => pages), ...standalone];

describe('the menu', () => {
  /** Screens that are not in the spec's list, with the reason for each. */
  const ours: Record<string, string> = {
    '/overtime':
      'the "overtime page" among the menu names of spec section 2: what an expired session lands on',
    '/dataanalysis/historyimport':
      'files of measurements, which people have from before and from elsewhere; each import can be undone',
    '/learning/laboratory':
      'the "laboratory" among the menu names of spec section 2: practice with a virtual station',
    '/workorder/duty':
      'the duty roster as a calendar for those who are on it; the week itself is edited with its group',
    '/siteconfigs/datatypes':
      'the data types among the entities of spec section 3, which have result code 67',
    '/siteconfigs/basins': 'the basin of a site in spec section 3, which has result code 172',
    '/siteconfigs/blocks':
      'towns and streets, the fourth level of a place, which come from a table of their own',
  };

  test('has every screen of the list, once, and none without a reason', () => {
    const expected = [...listed('routes.txt'), ...Object.keys(ours)];
    expect(screens.map(({ path }) => path).sort()).toEqual(expected.sort());
  });

  test('keeps the sections, their order and their default pages as the spec gives them', () => {
    expect(sections.map((section) => [section.path, section.default])).toEqual([
      ['/dataanalysis', '/dataanalysis/historicaldata'],
      ['/datareports', '/datareports/daily'],
      ['/alarmdatas', '/alarmdatas/standards'],
      ['/liveservices', '/liveservices/videoconfig'],
      ['/countercharges', '/countercharges/kbvalue'],
      ['/workorder', '/workorder/process'],
      ['/userconfigs', '/userconfigs/permissions'],
      ['/siteconfigs', '/siteconfigs/sites'],
      ['/muneconfigs', '/muneconfigs/menupermissions'],
      ['/assistconfigs', '/assistconfigs/versions'],
      ['/learning', '/learning/articles'],
      ['/meetings', '/meetings/rooms'],
      ['/logs', '/logs/bugs'],
    ]);
  });

  test('puts sections of one group beside each other, in the order of the groups', () => {
    const order = sections.map(({ group }) => groups.indexOf(group));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(new Set(order).size).toBe(groups.length);
  });

  test('has words for exactly its groups, sections and screens', () => {
    const keys = [
      ...groups.map((group) => `group_${group}`),
      ...sections.map(({ key }) => `section_${key}`),
      ...screens.map(({ key }) => key),
    ];
    expect(Object.keys(zhMenu.menu).sort()).toEqual(keys.sort());
  });

  test('names icons that exist', () => {
    const missing = sections.filter(
      ({ icon }) => !existsSync(here(`../node_modules/@ant-design/icons/es/icons/${icon}.js`)),
    );
    expect(missing).toEqual([]);
  });

  test.each(sections)('places the powers of /$key under it, by the key in their URL', ({ key, pages }) => {
    for (const { path } of pages) expect(sectionOf(path)?.key).toBe(key);
    expect(sectionOf(`/old/${key}/anything?x=1`)?.key).toBe(key);
  });

  test('places a power whose URL holds no section key nowhere', () => {
    expect(sectionOf('/wisdomscreen')).toBeUndefined();
    expect(sectionOf('')).toBeUndefined();
  });

  test.each([
    ['/userconfigs/users', 'users', 'userconfigs'],
    ['/userconfigs/users/', 'users', 'userconfigs'],
    ['/logs/versions?page_index=2', 'versiondetails', 'logs'],
    ['/sites/HD0001', 'site', undefined],
    ['/homepages#top', 'homepages', undefined],
  ])('finds the screen at %s', (path, key, section) => {
    const found = screenAt(path);
    expect(found?.screen.key).toBe(key);
    expect(found?.section?.key).toBe(section);
  });

  test.each(['/', '', '/sites/', '/sites/a/b', '/userconfigs', '/userconfigs/nothing', '/Login'])(
    'finds no screen at "%s"',
    (path) => {
      expect(screenAt(path)).toBeUndefined();
    },
  );
});

describe('result codes', () => {
  const codes = Object.values(faults).map(({ code }) => code);

  test('are the 185 numbers of the spec, each once', () => {
    const named = [...Array.from({ length: 181 }, (_, at) => at + 1), 400, 401, 403, 404];
    expect(codes.toSorted((a, b) => a - b)).toEqual(named);
  });

  test('lead back to their names', () => {
    for (const [fault, { code }] of Object.entries(faults)) expect(faultOfCode(code)).toBe(fault);
    expect(faultOfCode(0)).toBeUndefined();
    expect(faultOfCode(182)).toBeUndefined();
  });

  test('send the user to sign-in for a token that cannot be used, and try a refresh only for an expired one', () => {
    const codesThat = (then: string) =>
      Object.values(faults)
        .filter((info) => 'then' in info && info.then === then)
        .map(({ code }) => code)
        .sort((a, b) => a - b);
    expect(codesThat('refresh')).toEqual([1]);
    expect(codesThat('sign-in')).toEqual([2, 3, 4, 5, 6, 17, 20, 401, 403]);
  });

  test.each([83, 88, 90, 92, 176])('%i is good news', (code) => {
    const fault = faultOfCode(code);
    expect(fault && faultInfo(fault).tone).toBe('success');
  });

  test('only 404 is shown without a message', () => {
    expect(codes.filter((code) => faultInfo(faultOfCode(code) ?? 'no_data').silent)).toEqual([404]);
  });

  test.each([
    [12, 'login_failed'],
    [24, 'province_illegal'],
    [55, 'city_illegal'],
    [57, 'protocol_illegal'],
    [63, 'virtual_data_illegal'],
    [125, 'zone_illegal'],
    [172, 'basin_name_repeated'],
    [181, 'control_off'],
  ] as const)('%i keeps its meaning', (code, fault) => {
    expect(faultOfCode(code)).toBe(fault);
  });

  test('a fault carries its name, never user text', () => {
    const fault = new Fault('login_failed', { detail: 'tries_left', params: { count: 2 } });
    expect(fault).toBeInstanceOf(Error);
    expect(fault).toMatchObject({ fault: 'login_failed', detail: 'tries_left', params: { count: 2 } });
    expect(fault.message).toBe('login_failed (tries_left)');
    expect(new Fault('no_data').message).toBe('no_data');
  });
});

describe('words', () => {
  test.each([
    ['faults', zhFaults.faults, enFaults.faults],
    ['details', zhFaults.details, enFaults.details],
    ['problems', zhProblems, enProblems],
    ['menu', zhMenu.menu, enMenu.menu],
    ['common', zhCommon.common, enCommon.common],
  ])('%s: both languages have the same keys and slots, and no sentence is empty', (_name, zh, en) => {
    const english = new Map(flat(en));
    expect([...english.keys()].sort()).toEqual(
      flat(zh)
        .map(([key]) => key)
        .sort(),
    );
    for (const [key, sentence] of flat(zh)) {
      expect(sentence.trim(), key).not.toBe('');
      expect(english.get(key)?.trim(), key).not.toBe('');
      expect(slots(english.get(key) ?? ''), key).toEqual(slots(sentence));
    }
  });

  test('every fault and detail has a sentence', () => {
    expect(Object.keys(zhFaults.faults).sort()).toEqual(Object.keys(faults).sort());
    expect(Object.keys(zhFaults.details).sort()).toEqual([...details].sort());
  });

  test('no two codes say the same, so that the sentence tells which it was', () => {
    for (const sentences of [zhFaults.faults, enFaults.faults]) {
      const all = Object.values(sentences);
      expect(all.filter((sentence, at) => all.indexOf(sentence) !== at)).toEqual([]);
    }
  });

  test('no Chinese is left in the English words', () => {
    const texts = [enFaults, enProblems, enMenu.menu, { ...enCommon.common, language_zh: '' }].flatMap(
      (words) => flat(words),
    );
    expect(texts.filter(([, sentence]) => /\p{Script=Han}/u.test(sentence))).toEqual([]);
  });

  test('the sentences that the spec fixes are letter for letter', () => {
    expect(zhFaults.faults.token_expired).toBe('token过期,请重新登陆');
    expect(zhCommon.common.token_expired_notice).toBe('token过期,请重新登陆');
    expect(zhCommon.common.repeat_login).toBe('请勿重复登录');
    expect(zhFaults.details.export_empty).toBe('没有数据，无法导出');
    expect(zhProblems.passwords_differ).toBe('两次输入的密码不一致，请重新输入');
    expect(zhCommon.common.network_deviation).toBe('网络异常');
    expect(zhCommon.common.request_error).toBe('请求错误');
    expect(zhCommon.common.platform_title).toBe('空气质量监测综合管理平台');
  });
});
