import type { Page } from '@playwright/test';
import { notices } from '#shared/contract/access/personal.ts';
import { alarmRoutes } from '#shared/contract/alarms/recipients.ts';
import { alarmRules } from '#shared/contract/alarms/rules.ts';
import { alarmTelling } from '#shared/contract/alarms/telling.ts';
import { platformConfig } from '#shared/contract/platform/platform-config.ts';
import { type Ask, asAdmin, factorId, siteId } from './ask.ts';
import { seriousProblems } from './axe.ts';
import { openSinks } from './sinks.ts';
import { expect, spaced, test } from './station.ts';

/** Maps are rendered in software here, which is slow. */
const drawing = { timeout: 60_000 };

/** Routes e-mails and webhooks to the sinks; one person is notified through all channels, without grouping delay. */
async function tellTo(ask: Ask, sinks: Awaited<ReturnType<typeof openSinks>>, site_id: unknown) {
  const { version } = await ask(platformConfig.data.path, {});
  await ask(platformConfig.set.path, {
    ...{
      version,
      email_provider: 'smtp',
      smtp_host: '127.0.0.1',
      smtp_port: sinks.mailPort,
      smtp_security: 'none',
    },
    ...{ mail_from: 'noreply@example.com', webhook_provider: 'webhook', webhook_url: sinks.webUrl },
  });
  await ask(notices.set.path, { email: 'admin@example.com', in_app: [], by_sms: [], by_email: [] });
  const telling = await ask(alarmTelling.data.path, {});
  await ask(alarmTelling.set.path, { ...telling, gather_seconds: 0, language: 'zh' });
  const { route_id } = await ask(alarmRoutes.add.path, {
    ...{ route_name: 'e2e', scope: 'site', site_id, user_ids: [1] },
    ...{ kinds: ['over_standard'], channels: ['in_app', 'email', 'webhook'] },
  });
  /** Restores the settings, which other tests rely on. */
  return async () => {
    await ask(alarmRoutes.remove.path, { route_id });
    await ask(alarmTelling.set.path, {
      ...telling,
      ...(await ask(alarmTelling.data.path, {})),
      gather_seconds: 5,
    });
    const now = await ask(platformConfig.data.path, {});
    await ask(platformConfig.set.path, {
      ...{ version: now.version, email_provider: 'outbox', webhook_provider: 'outbox' },
    });
    await sinks.close();
  };
}

/** Whether the map contains a pixel of this colour: the ring around a station. */
const isDrawn = (page: Page, [red, green, blue]: readonly [number, number, number]) =>
  page.evaluate(
    ([r, g, b]) =>
      [...document.querySelectorAll('canvas')].some((canvas) => {
        const context = canvas.getContext('2d');
        if (!context || canvas.width === 0) return false;
        const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
        for (let at = 0; at < data.length; at += 4)
          if (data[at] === r && data[at + 1] === g && data[at + 2] === b && data[at + 3] === 255) return true;
        return false;
      }),
    [red, green, blue] as const,
  );

/** On the map in the light theme. */
const ALARM_RING = [0xd3, 0x26, 0x1b] as const;

test('a packet over the limit rings, tells by mail and webhook, is acknowledged, recovers and is handled', async ({
  open,
  stations,
  request,
}) => {
  // The map is rendered twice.
  test.setTimeout(360_000);
  // The test reads the canvas to find colours.
  open.expects(/^Canvas2D: Multiple readback/);
  const sinks = await openSinks();
  const station = await stations.site('超标站', { longitude: 101.78, latitude: 36.62 });
  const ask = await asAdmin(request);
  const site_id = await siteId(ask, station);
  const component_id = await factorId(ask, 'a34004');
  await ask(alarmRules.add.path, {
    ...{ scope: 'site', site_id, component_id, data_type: 'realtime', high_warning: 75, high_alarm: 150 },
  });
  const undo = await tellTo(ask, sinks, site_id);

  const on = await open('/homepages');
  await expect(on.locator('[data-map=drawn]')).toBeVisible(drawing);
  const ringsOf = (level: string) =>
    on.getByRole('region', { name: '图例', exact: true }).getByRole('listitem').filter({ hasText: level });
  await expect(ringsOf('报警')).toHaveText('报警 0');
  expect(await isDrawn(on, ALARM_RING)).toBe(false);

  // Above the limit: ring, bell, panel, messages.
  station.sendNow({ a34004: 180 });
  await expect(ringsOf('报警')).toHaveText('报警 1');
  await expect.poll(() => isDrawn(on, ALARM_RING)).toBe(true);
  const bell = on.getByRole('button', { name: '报警，1 条未确认' });
  await expect(bell).toBeVisible();
  await expect(on.getByText('实时报警').locator('../..')).toContainText(`超标站 ${station.mn}`);
  await expect
    .poll(() => sinks.posts)
    .toMatchObject([{ kind: 'alarm', alarm: { event: 'raised', mn: station.mn } }]);
  await expect.poll(() => sinks.letters.length).toBe(1);
  expect(sinks.letters[0]).toContain('admin@example.com');

  // From the bell to the episode.
  await bell.click();
  await on
    .getByRole('list', { name: '报警' })
    .getByRole('link', { name: /超标站/ })
    .click();
  const episode = on.getByRole('dialog').filter({ hasText: `超标站 ${station.mn}` });
  await expect(episode.getByRole('heading', { name: '处理过程' })).toBeVisible();
  for (const way of ['站内消息', '电子邮件', 'Webhook'])
    await expect(episode.getByRole('listitem').filter({ hasText: way }).first()).toContainText('已发送');
  expect(await seriousProblems(on)).toEqual([]);

  // Acknowledged: the bell has no count, the ring remains.
  await episode.getByRole('button', { name: spaced('确认') }).click();
  const acting = on.getByRole('dialog', { name: '确认 1 条报警' });
  await acting.getByLabel('说明').fill('已派人前往');
  await acting.getByRole('button', { name: spaced('确认') }).click();
  // The stored text, because the form may still be closing.
  await expect(episode.locator('q').getByText('已派人前往')).toBeVisible();
  await expect(on.getByRole('button', { name: '报警', exact: true })).toBeVisible();

  // Within the limit again: it recovers automatically and the same people are notified.
  await expect(async () => {
    station.sendNow({ a34004: 20 });
    await expect(episode.getByText('自行恢复').first()).toBeVisible({ timeout: 3000 });
  }).toPass();
  await expect
    .poll(() => sinks.posts.map(({ alarm }) => (alarm as { event: string }).event))
    .toEqual(['raised', 'recovered']);
  await expect.poll(() => sinks.letters.length).toBe(2);

  // Handled with a cause.
  await episode.getByRole('button', { name: spaced('处理') }).click();
  const handling = on.getByRole('dialog', { name: '处理 1 条报警' });
  await handling.getByRole('button', { name: spaced('处理') }).click();
  await expect(handling.getByText('不能为空').first()).toBeVisible();
  await handling.getByLabel('实际原因').fill('扬尘或施工');
  await handling.getByLabel('处理说明').fill('工地已洒水');
  expect(await seriousProblems(on)).toEqual([]);
  await handling.getByRole('button', { name: spaced('处理') }).click();
  await expect(episode.getByText('工地已洒水').first()).toBeVisible();

  await on.goto('/alarmdatas/log?view=history');
  await expect(on.getByRole('row').filter({ hasText: station.mn })).toContainText('已处理');
  await on.goto('/homepages');
  await expect(ringsOf('报警')).toHaveText('报警 0', drawing);
  await undo();
});
