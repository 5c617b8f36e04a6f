import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { TimeRange } from './TimeRange.tsx';
import { showPage } from './testing.tsx';

afterEach(cleanup);

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const preset = (name: string) => screen.getByRole('button', { name });
const isAt = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element));

test('by keyboard alone: an arrow leads to the presets, Enter takes one, Escape leads back', async () => {
  const chosen = vi.fn<(from?: string, to?: string) => void>();
  await showPage(<TimeRange label="时间范围" from={undefined} to={undefined} onChange={chosen} />);
  const [field] = screen.getAllByLabelText('时间范围');
  if (!field) throw new Error('no field');
  field.focus();
  press('ArrowDown');
  await waitFor(() => expect(document.activeElement).toBe(preset('最近 1 小时')));
  press('ArrowDown');
  await isAt(preset('今天'));
  press('Escape');
  await isAt(field);
  expect(chosen).not.toHaveBeenCalled();
  press('ArrowDown');
  await isAt(preset('最近 1 小时'));
  press('ArrowUp');
  await isAt(preset('上月'));
  // A browser fires click for Enter on a button.
  fireEvent.click(preset('上月'));
  await isAt(field);
  const [from, to] = chosen.mock.lastCall ?? [];
  expect(new Date(to ?? 0).getTime() - new Date(from ?? 0).getTime()).toBeGreaterThan(27 * 86_400_000);
});
