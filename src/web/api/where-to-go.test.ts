import { expect, test } from 'vitest';
import { t } from '#web/i18n.ts';
import { CallError } from './call-error.ts';
import { whereToGo } from './where-to-go.ts';

const refused = (by: string, data: unknown) =>
  new CallError('refused', 'in use', { fault: 'delete_failed', detail: 'in_use', params: { by }, data });

test('whoever is told that sites use a product line can go and see them', () => {
  expect(whereToGo(t, refused('site', { column: 'product_id', ids: [3] }))).toMatchObject({
    to: '/siteconfigs/sites?product_id=3',
  });
  expect(whereToGo(t, refused('user_account', { column: 'role_id', ids: [5] }))).toMatchObject({
    to: '/userconfigs/users?role_id=5',
  });
});

test('there is no link where no list can show them', () => {
  expect(whereToGo(t, refused('site', { column: 'product_id', ids: [3, 4] }))).toBeUndefined();
  expect(whereToGo(t, refused('meeting', { column: 'room_id', ids: [3] }))).toBeUndefined();
  expect(whereToGo(t, new Error('x'))).toBeUndefined();
});
