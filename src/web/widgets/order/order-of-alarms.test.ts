import { beforeAll, expect, test } from 'vitest';
import { startI18n, t } from '#web/i18n.ts';
import type { AlarmRow } from '#web/widgets/alarm/useAlarmWords.ts';
import { inBothLanguages, textsOfAlarms } from './order-of-alarms.ts';

beforeAll(async () => {
  if (!t.has('common.save')) await startI18n();
});

const offline = {
  ...{ kind: 'offline', side: '', component_name: null, component_name_en: null, formula: null },
  ...{ from_at: '2026-11-18T11:00:00.000Z', peak: null, limit_value: null, cause: null },
} as unknown as AlarmRow;

test('an order that is called as it was offered has its words in both languages', async () => {
  const both = await inBothLanguages(
    [offline],
    { order_title: '', description: '' },
    { order_title: '', description: '' },
  );
  expect(both).toMatchObject({ order_title: '离线', order_title_en: 'Offline' });
  expect(both.description).toMatch(/^离线 · /);
  expect(both.description_en).toMatch(/^Offline · .*18 Nov 2026/);
  const here = textsOfAlarms([offline], t, 'zh');
  expect(here.order_title).toBe('离线');
  expect(await inBothLanguages([offline], here, here)).toEqual(both);
});

test('words of one’s own stay as they are', async () => {
  const here = { order_title: '离线', description: '离线 · 开始' };
  expect(await inBothLanguages([offline], { ...here, order_title: '去换卡' }, here)).toMatchObject({
    ...{ order_title: '去换卡', order_title_en: '' },
  });
  expect(await inBothLanguages([], { order_title: '巡检' }, { order_title: '', description: '' })).toEqual({
    ...{ order_title: '巡检', description: '', order_title_en: '', description_en: '' },
  });
});
