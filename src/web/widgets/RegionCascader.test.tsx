import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { regions } from '#shared/contract/site-config/regions.ts';
import { ok, showPage, signInAs, stubServer } from '#web/ui/testing.tsx';
import { RegionCascader } from './RegionCascader.tsx';

afterEach(cleanup);

const chosen = vi.fn<(code: string | null) => void>();

function Page({ anyLevel }: { anyLevel: boolean }) {
  const [value, setValue] = useState<string | null>(null);
  const take = (code: string | null) => {
    chosen(code);
    setValue(code);
  };
  return <RegionCascader aria-label="省市" anyLevel={anyLevel} value={value} onChange={take} />;
}

async function typeInto(anyLevel: boolean, text: string) {
  const list = (data_info: object[]) => () => ok({ data_info, total: data_info.length });
  stubServer({
    [regions.provinces.path]: list([
      { province_code: '140000', province_name: '山西省', province_name_en: 'Shanxi' },
      { province_code: '610000', province_name: '陕西省', province_name_en: 'Shaanxi' },
    ]),
    [regions.cities.path]: list([{ city_code: '610100', city_name: '西安市', city_name_en: "Xi'an" }]),
    [regions.areas.path]: list([]),
  });
  signInAs(1);
  chosen.mockClear();
  await showPage(<Page anyLevel={anyLevel} />);
  const box = await screen.findByLabelText('省市');
  fireEvent.mouseDown(box);
  await screen.findByText('陕西省');
  fireEvent.change(box, { target: { value: text } });
  // What matches is marked, so the text of an option is in parts.
  await waitFor(() =>
    expect(document.querySelector('.ant-cascader-menu-item')?.textContent).toMatch(/^陕西省/),
  );
  return box;
}

test('Enter takes the first match of what was typed, in either language', async () => {
  const box = await typeInto(true, 'shaanxi');
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 13 });
  expect(chosen.mock.calls).toEqual([['610000']]);
  expect(box.getAttribute('aria-expanded')).toBe('false');
});

test('where only the last level can be chosen, it takes that', async () => {
  fireEvent.keyDown(await typeInto(false, '陕西'), { key: 'Enter', keyCode: 13 });
  expect(chosen.mock.calls).toEqual([['610100']]);
});

test('after an arrow key it takes the marked one, once', async () => {
  const box = await typeInto(true, '陕西');
  fireEvent.keyDown(box, { key: 'ArrowDown', keyCode: 40 });
  fireEvent.keyDown(box, { key: 'ArrowDown', keyCode: 40 });
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 13 });
  expect(chosen.mock.calls).toEqual([['610100']]);
});
