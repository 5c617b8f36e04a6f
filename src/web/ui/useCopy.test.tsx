import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { dismiss, toastsShown } from '#web/api/toasts.ts';
import { showPage } from './testing.tsx';
import { useCopy } from './useCopy.ts';

function Page() {
  const copy = useCopy();
  return (
    <button type="button" onClick={() => void copy('MN1')}>
      {'copy'}
    </button>
  );
}

const saying = (notice: object) => waitFor(() => expect(toastsShown()).toMatchObject([notice]));

afterEach(() => {
  cleanup();
  for (const { id } of toastsShown()) dismiss(id);
  vi.unstubAllGlobals();
});

test('what is copied is on the clipboard, and one is told', async () => {
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  await showPage(<Page />);
  fireEvent.click(screen.getByText('copy'));
  await saying({ tone: 'success', text: '已复制' });
  expect(writeText).toHaveBeenCalledWith('MN1');
});

test('where the browser gives no clipboard, one is told to copy by hand', async () => {
  vi.stubGlobal('navigator', { ...navigator, clipboard: undefined });
  await showPage(<Page />);
  fireEvent.click(screen.getByText('copy'));
  await saying({ tone: 'warning', text: '浏览器不允许复制，请选中后自行复制' });
});
