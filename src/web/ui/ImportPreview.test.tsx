import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { ImportRow } from '#shared/contract/imports.ts';
import { setLanguage } from '#web/i18n.ts';
import { ImportPreview } from './ImportPreview.tsx';
import { showPage } from './testing.tsx';

afterEach(cleanup);

const good = { row: 2, values: { account: 'ok-one', mobile: '', password: '' }, problems: [] };
const bad = {
  row: 3,
  values: { account: 'bad-one', mobile: '12', password: '' },
  problems: [
    { field: 'mobile', problem: 'bad_mobile' },
    { field: 'password', problem: 'too_short', params: { min: 6 } },
  ],
};

test('starts with the rows that have errors, each problem in words with its field', async () => {
  await showPage(
    <ImportPreview name="users" checked={{ file_id: 1, rows: [good, bad], total: 2, bad: 1, unread: [] }} />,
  );
  expect(await screen.findByText('1 行有误')).toBeTruthy();
  expect(screen.queryByText('ok-one')).toBeNull();
  expect(screen.getByText('手机号：请输入正确的11位手机号')).toBeTruthy();
  expect(screen.getByText('密码：至少 6 个字符')).toBeTruthy();
  fireEvent.click(screen.getByRole('checkbox', { name: '只看有误的行' }));
  expect(screen.getByText('ok-one')).toBeTruthy();
});

const stranger: ImportRow = {
  row: 4,
  values: { province_code: '火星省', site_type: '土壤站', factors: '臭氧、仙气' },
  problems: [
    { field: 'province_code', problem: 'unknown_value', code: 24 },
    { field: 'site_type', problem: 'bad_choice', params: { allowed: 'air,water,mobile' }, code: 159 },
    { field: 'factors', problem: 'unknown_value', params: { value: '仙气' } },
  ],
};

test('names the value that is wrong and what is allowed, in the reader’s language', async () => {
  const checked = { file_id: 1, rows: [stranger], total: 1, bad: 1, unread: [] };
  await showPage(<ImportPreview name="sites" checked={checked} />);
  expect(await screen.findByText(/没有名为“火星省”的省份/)).toBeTruthy();
  expect(screen.getByText(/不能填“土壤站”，只能填：空气站、水质站、移动站/)).toBeTruthy();
  expect(screen.getByText(/没有名为“仙气”的监测因子/)).toBeTruthy();
  await setLanguage('en');
  expect(await screen.findByText(/No province named “火星省”/)).toBeTruthy();
  expect(screen.getByText(/“土壤站” is not allowed. Allowed: Air, Water, Mobile/)).toBeTruthy();
  await setLanguage('zh');
});

test('leaves out columns that are empty in every row', async () => {
  await showPage(
    <ImportPreview name="users" checked={{ file_id: 1, rows: [good], total: 1, bad: 0, unread: [] }} />,
  );
  expect(await screen.findAllByText('账号')).not.toEqual([]);
  expect(screen.queryByText('密码')).toBeNull();
});

test('says of an account without a password how it gets one', async () => {
  const retrieved = { ...good, notes: [{ field: 'password', note: 'password_retrieved' }] };
  await showPage(
    <ImportPreview name="users" checked={{ file_id: 1, rows: [retrieved], total: 1, bad: 0, unread: [] }} />,
  );
  expect(await screen.findByText('由本人用“找回密码”设置')).toBeTruthy();
});

test('an empty file says so', async () => {
  await showPage(
    <ImportPreview name="users" checked={{ file_id: 1, rows: [], total: 0, bad: 0, unread: [] }} />,
  );
  expect(await screen.findByText('文件中没有数据行')).toBeTruthy();
});

test('names the columns that are not read, and what they may have been meant for', async () => {
  const unread = [
    { column: 3, heading: '手机号马', meant: 'mobile' },
    { column: 4, heading: '工号' },
    { column: 28, heading: '' },
  ];
  await showPage(
    <ImportPreview name="users" checked={{ file_id: 1, rows: [good], total: 1, bad: 0, unread }} />,
  );
  expect(
    await screen.findByText('这些列不会读入：手机号马（是否应为“手机号”？）、工号、AB 列（没有表头）'),
  ).toBeTruthy();
});

test('of rows that meet stored ones it shows what becomes of each, and what changes', async () => {
  const values = { scope: '全网', high_alarm: '200', enabled: '启用' };
  const rows = [
    { row: 2, values, problems: [], becomes: 'added' as const, changes: [] },
    {
      ...{ row: 3, values: { ...values, high_alarm: '210' }, problems: [], becomes: 'changed' as const },
      changes: [
        { field: 'high_alarm', was: 150 },
        { field: 'enabled', was: false },
      ],
    },
    {
      row: 4,
      values: { ...values, high_alarm: '220' },
      problems: [],
      becomes: 'unchanged' as const,
      changes: [],
    },
  ];
  await showPage(
    <ImportPreview name="alarmRules" checked={{ file_id: 1, rows, total: 3, bad: 0, unread: [] }} />,
  );
  expect(await screen.findByText('修改 1 行')).toBeTruthy();
  expect(screen.getByText('150').tagName).toBe('DEL');
  expect(screen.getByText('停用').tagName).toBe('DEL');
  expect(screen.getByText('210').tagName).toBe('INS');
  expect(screen.queryByText('220')).toBeNull();
  fireEvent.click(screen.getByRole('checkbox', { name: '只看新增和修改' }));
  expect(screen.getByText('220')).toBeTruthy();
});
