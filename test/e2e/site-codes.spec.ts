import type { Locator, Page, Response } from '@playwright/test';
import { wordOf } from '#server/words.ts';
import { expect, test } from './station.ts';

interface Refusal {
  code: number;
  fields?: { field: string; problem: string; params?: Record<string, number> }[];
}

/** What a careful form would never send: the server's own refusal is what is looked at. */
async function tampered(on: Page, path: string, changes: object, act: () => Promise<void>): Promise<Refusal> {
  await on.route(
    `**${path}`,
    (route) => route.continue({ postData: { ...route.request().postDataJSON(), ...changes } }),
    { times: 1 },
  );
  return refusal(on.waitForResponse(`**${path}`), act);
}

async function refusal(answered: Promise<Response>, act: () => Promise<void>): Promise<Refusal> {
  await act();
  return (await answered).json();
}

const form = (on: Page) => on.getByRole('dialog').filter({ has: on.locator('form') });
const save = (on: Page) => form(on).locator('button[type=submit]').click();
const inputOf = (on: Page, label: string): Locator =>
  form(on)
    .locator('.ant-form-item')
    .filter({ has: on.locator(`label[title="${label}"]`) });

for (const language of ['zh', 'en'] as const) {
  const word = (key: string, params: Record<string, number> = {}) =>
    Object.entries(params).reduce(
      (text, [slot, value]) => text.replace(`{{${slot}}}`, String(value)),
      wordOf(language, key) ?? key,
    );
  const saidAt = async (on: Page, name: string, field: string, { fields }: Refusal) => {
    const found = fields?.find((one) => one.field === field);
    expect(found, field).toBeDefined();
    const sentence = word(`problems.${found?.problem}`, found?.params);
    await expect(inputOf(on, word(`${name}.${field}`))).toContainText(sentence);
  };

  test(`every code of a site’s form is said at its field in ${language}`, async ({ open, stations }) => {
    const taken = await stations.site(`占用 ${language}`);
    const { mn } = await stations.site(`编码 ${language}`, {
      site_type: 'water',
      sim_number: '8986001',
      factors: [{ component_id: 1 }],
    });
    const on = await open(`/siteconfigs/sites?keyword=${mn}`, 'admin', language);
    const row = on.getByRole('row').filter({ hasText: mn });
    await row.getByRole('button', { name: word('common.edit') }).click();
    await inputOf(on, word('sites.address')).getByRole('textbox').fill('x');
    for (const [code, field, value] of [
      [53, 'site_name', `占用 ${language} ${taken.mn}`],
      [54, 'mn', taken.mn],
      [24, 'province_code', '990000'],
      [55, 'city_code', '110100'],
      [56, 'area_code', '370102'],
      [125, 'block_code', '320102999'],
      [57, 'agreement_id', 9999],
      [58, 'product_id', 9999],
      [59, 'water_pollution_level', 7],
      [60, 'water_quality_type', 'sea'],
      [61, 'interval_seconds', 0],
      [62, 'power_supply', 'wind'],
      [63, 'virtual_data', 'yes'],
    ] as const) {
      const answer = await tampered(on, '/monitor/point/edit', { [field]: value }, () => save(on));
      expect(answer.code, field).toBe(code);
      await saidAt(on, 'sites', field, answer);
    }
    const conflict = await tampered(on, '/monitor/point/edit', { version: 0 }, () => save(on));
    expect(conflict.code).toBe(65);
    await expect(form(on)).toContainText(word('lists.conflict_title'));
    await save(on);
    await expect(form(on)).toBeHidden();

    await row.getByRole('button', { name: word('lists.more_actions').split('{{')[0] }).click();
    const answered = on.waitForResponse('**/monitor/point/sim/usage');
    await on.getByRole('menuitem', { name: word('sites.sim_usage') }).click();
    expect(await (await answered).json()).toMatchObject({ code: 171 });
    await expect(on.getByText(word('faults.sim_usage_failed'))).toBeVisible();

    await row.getByRole('button', { name: word('sites.set_factors'), exact: true }).click();
    await on.getByLabel(word('deviceFactors.decimals')).fill('1');
    const twice = { factors: [{ component_id: 1 }, { component_id: 1 }] };
    const press = () => on.getByRole('button', { name: word('deviceFactors.save') }).click();
    expect(await tampered(on, '/monitor/point/edit', twice, press)).toMatchObject({ code: 19 });
    await expect(on.getByRole('main')).toContainText(word('faults.parameter_repeated'));
  });

  test(`every code of the tables around a site is said at its field in ${language}`, async ({
    open,
    stations,
  }) => {
    await stations.site(`表 ${language}`);
    const on = await open('/siteconfigs/components?keyword=a34004', 'admin', language);
    for (const { path, name, call, code, field, value, typed } of [
      {
        path: 'components?keyword=a34004',
        name: 'components',
        call: 'component',
        code: 64,
        field: 'component_key',
        value: 'so2',
        typed: 'unit',
      },
      {
        path: 'datatypes?keyword=2061',
        name: 'dataTypes',
        call: 'data_type',
        code: 67,
        field: 'cn',
        value: '2011',
        typed: 'remark',
      },
      {
        path: 'protocols?keyword=2025',
        name: 'agreements',
        call: 'agreement',
        code: 68,
        field: 'agreement_name',
        value: 'HJ 212-2017',
        typed: 'remark',
      },
    ]) {
      await on.goto(`/siteconfigs/${path}`);
      await on
        .getByRole('button', { name: word('common.edit') })
        .first()
        .click();
      await inputOf(on, word(`${name}.${typed}`))
        .getByRole('textbox')
        .fill('x');
      const answer = await tampered(on, `/monitor/point/${call}/edit`, { [field]: value }, () => save(on));
      expect(answer.code, field).toBe(code);
      await saidAt(on, name, field, answer);
    }
    for (const { path, name, code, field, value } of [
      { path: 'productlines', name: 'products', code: 66, field: 'product_name', value: '微型站' },
      { path: 'basins', name: 'basins', code: 172, field: 'basin_name', value: `流域 ${language}` },
    ]) {
      await on.goto(`/siteconfigs/${path}`);
      const add = () =>
        on
          .getByRole('button', { name: word('common.add') })
          .first()
          .click();
      const fill = () =>
        inputOf(on, word(`${name}.${field}`))
          .getByRole('textbox')
          .fill(value);
      if (name === 'basins') {
        await add();
        await fill();
        await save(on);
        await expect(form(on)).toBeHidden();
      }
      await add();
      await fill();
      const answer = await refusal(on.waitForResponse('**/add'), () => save(on));
      expect(answer.code, field).toBe(code);
      await saidAt(on, name, field, answer);
    }
  });
}
