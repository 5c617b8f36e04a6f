import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rolePowers } from '#shared/contract/access/roles.ts';
import { ImportButton } from './ImportButton.tsx';
import { ok, showPage, signInAs, stubServer } from './testing.tsx';

const role = 5;
const opened = vi.fn();

async function showTo(...powers: string[]) {
  stubServer({
    [rolePowers.data.path]: () =>
      ok({
        data_info: powers.map((power_code, power_id) => ({ power_id, power_code })),
        total: powers.length,
      }),
  });
  await showPage(<ImportButton onOpen={opened} />);
  return screen.findByRole<HTMLButtonElement>('button', { name: /导\s*入/ });
}

beforeEach(() => {
  signInAs(role);
  opened.mockReset();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('without the power to upload files it is locked and names that power', async () => {
  const button = await showTo('site.write');
  expect(button.disabled).toBe(true);
  fireEvent.pointerEnter(button);
  expect(await screen.findByText('导入还需要“上传文件”权限')).toBeTruthy();
});

test('with it, it opens the import', async () => {
  const button = await showTo('site.write', 'file.write');
  await waitFor(() => expect(button.disabled).toBe(false));
  fireEvent.click(button);
  expect(opened).toHaveBeenCalledOnce();
});
