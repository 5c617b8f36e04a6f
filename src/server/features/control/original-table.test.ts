import { beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { fineDust, newDevice } from '#test/helpers/commands.ts';
import { exportedList } from '#test/helpers/export.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
});

test('uncorrected values stand beside corrected ones in a file, site by site', async () => {
  const component_id = await fineDust(app);
  const sites = [await newDevice(app), await newDevice(app)];
  const from = Math.floor(app.clock.now.getTime() / HOUR_MS) * HOUR_MS - 5 * HOUR_MS;
  await app.app.series.append({
    readings: sites.flatMap(({ site_id }, i) =>
      [0, 1].map((hour) => ({
        ...{ site_id, data_type: 'hour' as const, ts: new Date(from + hour * HOUR_MS), origin: 'l' as const },
        ...{ fids: [component_id], avg: [12.5 + i], raw: [10], flags: [hour === 1 ? 'C' : ''] },
      })),
    ),
    packets: [],
  });
  const file = await exportedList(
    admin,
    'originalValues',
    ['raw', 'value'],
    {
      site_ids: sites.map(({ site_id }) => site_id),
      ...{ component_id, data_type: 'hour' },
      ...{ from: new Date(from).toISOString(), to: new Date(from + 3 * HOUR_MS).toISOString() },
    },
    'en',
  );
  const [, ...lines] = new TextDecoder().decode(file).trim().split(/\r?\n/);
  const shown = lines.map((line) => line.split(','));
  expect(shown).toHaveLength(4);
  expect(shown.map((cells) => cells.slice(3))).toEqual([
    ['10', '12.5', '2.5', 'N'],
    ['10', '12.5', '2.5', 'C'],
    ['10', '13.5', '3.5', 'N'],
    ['10', '13.5', '3.5', 'C'],
  ]);
});

test('an export of a site that one does not see is refused', async () => {
  const { site_id } = await newDevice(app);
  const operator = await app.login('operator');
  const asked = exportedList(operator, 'originalValues', ['raw'], {
    ...{ site_ids: [site_id], component_id: await fineDust(app), data_type: 'hour' },
    ...{ from: '2026-11-01T00:00:00Z', to: '2026-11-02T00:00:00Z' },
  });
  await expect(asked).rejects.toMatchObject({ fault: 'no_authority' });
});
