import type { Page } from '@playwright/test';
import { sql } from '#server/db/sql.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import { numbersText } from '#web/ui/number-list.ts';
import { openBrowser, openPage } from './browser.ts';
import { framesDuring } from './frames.ts';
import { median } from './map.ts';
import { addPast, addStations } from './network.ts';
import { openStage } from './stage.ts';

const SITES = 500;
const DAYS = 365;
const ROUNDS = 5;
const ANSWER_AT_MOST_MS = 5000;
/** A frame that nobody notices. */
const UNFELT_MS = 100;

/** The single-parameter page with 500 sites and a year of hours: its answers, and its frames while it is panned. */
export async function benchComparison(): Promise<void> {
  const stage = await openStage({ demo: true });
  await addStations(stage, SITES);
  await addPast(stage, DAYS * 24);
  const sites = await stage.db.rows<{ site_id: number }>(sql`
    select site_id from site where mn like 'MAP%' order by site_id`);
  const query = new URLSearchParams({
    sites: numbersText(sites.map(({ site_id }) => site_id)),
    from: new Date(Date.now() - DAYS * DAY_MS).toISOString(),
    to: new Date().toISOString(),
  });
  const page = await openPage(await openBrowser(), stage, `/dataanalysis/singleparameter?${query}`);
  const chart = page.getByRole('img', { name: '站点对比' });
  await chart.locator('canvas').waitFor({ timeout: 120_000 });
  const [frames, answers]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    await page.waitForTimeout(1000);
    // There and back, or the data would be out of sight.
    frames.push(await panned(page, round % 2 === 0 ? 2 : -2));
    answers.push(await released(page));
  }
  report('longest frame while panned', median(frames), UNFELT_MS);
  report('answer after the release, drawn', median(answers), ANSWER_AT_MOST_MS);
}

const watching = framesDuring('await new Promise((over) => setTimeout(over, 2000));');

/** Longest frame while the plot is dragged with the Shift key, `by` pixels a step; the button stays down. */
async function panned(page: Page, by: number): Promise<number> {
  const box = await page.getByRole('img', { name: '站点对比' }).boundingBox();
  if (!box) throw new Error('the chart is out of sight');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.keyboard.down('Shift');
  await page.mouse.down();
  const watched = page.evaluate<number>(watching);
  for (let step = 1; step <= 60; step++) await page.mouse.move(x + by * step, y);
  return watched;
}

/** Milliseconds from the release until the range that came into sight is drawn. */
async function released(page: Page): Promise<number> {
  const answer = page.waitForResponse((response) => response.url().includes('/analysis/comparison/data'), {
    timeout: 120_000,
  });
  const began = performance.now();
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await answer;
  await page.evaluate('new Promise((rested) => requestIdleCallback(rested))');
  return performance.now() - began;
}

function report(what: string, ms: number, atMost: number): void {
  console.log(`${what}: ${ms.toFixed(0)} ms (at most ${atMost.toFixed(0)})`);
  if (ms > atMost) process.exitCode = 1;
}
