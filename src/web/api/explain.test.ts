import { beforeAll, expect, test } from 'vitest';
import { addLanguagePart, setLanguage, startI18n, t, words } from '#web/i18n.ts';
import { CallError } from './call-error.ts';
import { explain } from './explain.ts';

beforeAll(startI18n);

test('a lock-out says until when, by the clock of the network', () => {
  const error = new CallError('refused', '', {
    fault: 'login_failed',
    detail: 'locked_until',
    params: { until: '2031-05-06T01:30:00.000Z' },
  });
  expect(explain(t, error)).toContain('2031-05-06 09:30');
});

test('the more exact sentence follows the code’s own, in either language', async () => {
  const error = new CallError('refused', '', {
    fault: 'password_wrong',
    detail: 'tries_left',
    params: { count: 3 },
  });
  expect(explain(t, error)).toBe(`${t('faults.password_wrong')}，还可以尝试 3 次`);
  await setLanguage('en');
  expect(explain(t, error)).toBe(`${t('faults.password_wrong')} Attempts left: 3.`);
  await setLanguage('zh');
});

test('a missing power is said by its name in the reader’s language', async () => {
  await addLanguagePart(words('app'));
  const error = new CallError('refused', '', {
    fault: 'permission_denied',
    detail: 'power_missing',
    params: { power: 'user.write' },
  });
  expect(explain(t, error)).toBe('您没有“新增、编辑和删除用户”权限，请联系管理员开通');
  await setLanguage('en');
  expect(explain(t, error)).toBe(
    'You do not have the permission “Add, edit and delete users”. Please ask an administrator.',
  );
  await setLanguage('zh');
});

test('a power that was renamed is said as the server has it', async () => {
  const error = new CallError('refused', '', {
    fault: 'permission_denied',
    detail: 'power_missing',
    params: { power: 'user.write', power_name: '管人', power_name_en: '' },
  });
  expect(explain(t, error)).toContain('“管人”');
  await setLanguage('en');
  expect(explain(t, error)).toContain('“管人”');
  await setLanguage('zh');
});

test('an unknown error is given with the id that the log knows', () => {
  const crash = new CallError('http', '', { status: 500, detail: 'unknown_error', request_id: 'r-42' });
  expect(explain(t, crash)).toContain('r-42');
  const unknownCode = new CallError('refused', '', { code: 999, request_id: 'r-43' });
  expect(explain(t, unknownCode)).toContain('r-43');
});

test('an error of our own program is no server’s fault', () => {
  expect(explain(t, new TypeError('x is undefined'))).toBe(t('common.page_error'));
});
