import { cleanup, render, screen } from '@testing-library/react';
import { ConfigProvider, DatePicker } from 'antd';
import dayjs from 'dayjs';
import { afterEach, expect, test } from 'vitest';
import { setLanguage, startI18n } from '#web/i18n.ts';
import { loadAppLanguage, useAntdLocale } from './app-locale.ts';

afterEach(cleanup);

function Pickers() {
  const locale = useAntdLocale();
  const day = dayjs('2026-11-18T09:30');
  return (
    <ConfigProvider {...(locale && { locale })}>
      <DatePicker aria-label="day" value={day} />
      <DatePicker aria-label="month" picker="month" value={day} />
    </ConfigProvider>
  );
}

const shown = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name }).value;

test('English pickers write English dates, Chinese ones figures', async () => {
  await startI18n();
  await loadAppLanguage();
  await setLanguage('en');
  const { unmount } = render(<Pickers />);
  expect([shown('day'), shown('month')]).toEqual(['18 Nov 2026', 'Nov 2026']);
  unmount();
  await setLanguage('zh');
  render(<Pickers />);
  expect([shown('day'), shown('month')]).toEqual(['2026-11-18', '2026-11']);
});

test('weeks begin on Monday in both languages', async () => {
  await startI18n();
  await loadAppLanguage();
  for (const language of ['en', 'zh'] as const) {
    await setLanguage(language);
    expect(dayjs('2026-11-18').startOf('week').format('YYYY-MM-DD')).toBe('2026-11-16');
  }
});
