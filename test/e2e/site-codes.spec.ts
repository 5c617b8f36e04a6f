import type { Page, Response } from '@playwright/test';
import { sayIn } from '#server/words.ts';
import type { FieldProblem } from '#shared/faults.ts';
import { sayProblem } from '#shared/i18n/problem-words.ts';
import { expect, type Station, test } from './station.ts';

interface Refusal {
  code: number;
  fields?: FieldProblem[];
}

/** What a careful form would never send: the server's own refusal is what is looked at. */
async function tampered(on: Page, path: string, changes: object, act: () => Promise<void>): Promise<Refusal> {
  await on.route(
    `**${path}`,
    (route) => route.continue({ postData: { ...route.request().postDataJSON(), ...changes } }),
    { times: 1 },
  );
  return answerTo(on.waitForResponse(`**${path}`), act);
}

async function answerTo(answered: Promise<Response>, act: () => Promise<void>): Promise<Refusal> {
  await act();
  return (await answered).json();
}

/** Wrong values with their code. What the contract itself refuses is refused together, with the code of the first. */
const wrongSites = (taken: Station): [code: number, changes: object][] => [
  [53, { site_name: `占用 ${taken.mn}` }],
  [54, { mn: taken.mn }],
  [24, { province_code: '990000' }],
  [55, { city_code: '110100' }],
  [56, { area_code: '370102' }],
  [125, { block_code: '320102999' }],
  [57, { agreement_id: 9999 }],
  [58, { product_id: 9999 }],
  [
    61,
    {
      interval_seconds: 0,
      power_supply: 'wind',
      water_pollution_level: 7,
      water_quality_type: 'sea',
      virtual_data: 'yes',
    },
  ],
];

/** `typed` is what makes the form of a row send something; what stood there is put back. */
const wrongRows = [
  {
    page: 'components',
    call: 'component',
    code: 64,
    changes: { component_key: 'so2' },
    typed: 'unit',
    original: 'µg/m³',
  },
  {
    page: 'dataTypes',
    call: 'data_type',
    code: 67,
    changes: { cn: '2061' },
    typed: 'remark',
    original: '',
  },
  {
    page: 'agreements',
    call: 'agreement',
    code: 68,
    changes: { agreement_name: 'HJ 212-2025' },
    typed: 'remark',
    original: '',
  },
];
const wrongNames = [
  { page: 'products', code: 66, field: 'product_name', value: '微型站' },
  { page: 'basins', code: 172, field: 'basin_name', value: '淮河' },
];
const menuKeys: Record<string, string> = {
  dataTypes: 'datatypes',
  agreements: 'protocols',
  products: 'productlines',
};

/** The pages as someone sees them who reads one of the languages. */
async function reader(on: Page, language: 'zh' | 'en') {
  if (language === 'en') await on.getByRole('button', { name: 'English' }).click();
  const word = sayIn(language);
  const button = (key: string) => on.getByRole('button', { name: word(key) }).first();
  const form = on.getByRole('dialog').filter({ has: on.locator('form') });
  const inputOf = (key: string) =>
    form.locator('.ant-form-item').filter({ has: on.locator(`label[title="${word(key)}"]`) });
  const save = () => form.locator('button[type=submit]').click();
  return {
    word,
    button,
    form,
    save,
    type: (key: string, value: string) => inputOf(key).getByRole('textbox').fill(value),
    saveAndClose: async () => {
      await save();
      await expect(form).toBeHidden();
    },
    goTo: async (page: string) => {
      const side = on.getByRole('navigation', { name: word('shell.side_menu') });
      await side.getByRole('menuitem', { name: word(`menu.${menuKeys[page] ?? page}`) }).click();
      await expect(on.getByRole('heading', { name: word(`${page}.title`), level: 1 })).toBeVisible();
    },
    /** All that was wrong, each at its own field, and nothing else. */
    findsSaid: async (page: string, { fields = [] }: Refusal, wrong: string[]) => {
      expect(fields.map(({ field }) => field).sort()).toEqual(wrong.sort());
      for (const problem of fields) {
        await expect(inputOf(`${page}.${problem.field}`)).toContainText(sayProblem(word, problem));
      }
    },
  };
}

// Each code alone is provoked in the tests of the server; here it is seen where its reader looks for it.
test('every code of a site is said at its field', async ({ open, stations }) => {
  const taken = await stations.site('占用');
  const factors = [{ component_id: 1 }];
  const { mn } = await stations.site('编码', { site_type: 'water', sim_number: '8986001', factors });
  const on = await open(`/siteconfigs/sites?keyword=${mn}`);
  const { word, button, form, type, save, saveAndClose, findsSaid } = await reader(on, 'en');

  const row = on.getByRole('row').filter({ hasText: mn });
  await row.getByRole('button', { name: word('common.edit') }).click();
  await type('sites.address', 'elsewhere');
  for (const [code, changes] of wrongSites(taken)) {
    const answer = await tampered(on, '/monitor/point/edit', changes, save);
    expect(answer.code).toBe(code);
    await findsSaid('sites', answer, Object.keys(changes));
  }
  expect(await tampered(on, '/monitor/point/edit', { version: 0 }, save)).toMatchObject({ code: 65 });
  await expect(form).toContainText(word('lists.conflict_title'));
  await saveAndClose();

  await row.getByRole('button', { name: word('lists.more_actions').split('{{')[0] }).click();
  const usage = on.getByRole('menuitem', { name: word('sites.sim_usage') });
  expect(await answerTo(on.waitForResponse('**/sim/usage'), () => usage.click())).toMatchObject({
    code: 171,
  });
  await expect(on.getByText(word('faults.sim_usage_failed'))).toBeVisible();

  await row.getByRole('button', { name: word('sites.set_factors'), exact: true }).click();
  await on.getByLabel(word('deviceFactors.decimals')).fill('1');
  const saveFactors = () => button('deviceFactors.save').click();
  const twice = { factors: [...factors, ...factors] };
  expect(await tampered(on, '/monitor/point/edit', twice, saveFactors)).toMatchObject({ code: 19 });
  await expect(on.getByRole('main')).toContainText(word('faults.parameter_repeated'));
  await saveFactors();
  await expect(button('deviceFactors.save')).toBeDisabled();
});

// In the other language: which field it is does not depend on it, and that every sentence is there in both is seen
// without a browser.
test('every code of the tables around a site is said at its field', async ({ open, stations }) => {
  await stations.site('表');
  const on = await open('/siteconfigs/sites');
  const { button, form, type, save, saveAndClose, goTo, findsSaid } = await reader(on, 'zh');
  for (const { page, call, code, changes, typed, original } of wrongRows) {
    await goTo(page);
    await button('common.edit').click();
    await type(`${page}.${typed}`, '别的');
    const answer = await tampered(on, `/monitor/point/${call}/edit`, changes, save);
    expect(answer.code).toBe(code);
    await findsSaid(page, answer, Object.keys(changes));
    await type(`${page}.${typed}`, original);
    await button('common.cancel').click();
    await expect(form).toBeHidden();
  }
  for (const { page, code, field, value } of wrongNames) {
    const add = async () => {
      await expect(form).toBeHidden();
      await button('common.add').click();
      await type(`${page}.${field}`, value);
      return answerTo(on.waitForResponse('**/add'), save);
    };
    await goTo(page);
    const first = await add();
    const answer = first.code === 0 ? await add() : first;
    expect(answer.code).toBe(code);
    await findsSaid(page, answer, [field]);
    await type(`${page}.${field}`, `${value} 二`);
    await saveAndClose();
  }
});
