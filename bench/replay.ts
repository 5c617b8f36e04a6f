import type { Page } from '@playwright/test';
import { openBrowser } from './browser.ts';
import { median, openMap } from './map.ts';
import { addPast, addStations, STATIONS, speaking } from './network.ts';
import { openStage } from './stage.ts';

const HOURS = 24;
/** Hours per second, the page's default. */
const SPEED = 2;
/** Maximum duration of the whole replay, relative to the time that it should take. */
const LATE_AT_MOST = 1.25;
const KEYS = 30;
const KEY_EVERY_MS = 200;
/** A key may take this many times as long as for a user who sees no station, or this many milliseconds. */
const SLOWER_AT_MOST = 2;
const UNFELT_MS = 100;

/**
 * The home map with 10,000 sending stations: latency of a key press, compared with the page without stations; and
 * whether a replay of 24 hours shows every hour in time.
 */
export async function benchReplay(): Promise<void> {
  const stage = await openStage({ demo: true });
  await addStations(stage);
  await addPast(stage, HOURS);
  const browser = await openBrowser();
  const bare = await openMap(browser, stage, 'learner');
  const bareMs = await keys(bare);
  await bare.close();
  const page = await openMap(browser, stage, 'admin');
  await page.getByText(String(STATIONS), { exact: true }).first().waitFor();
  const live = speaking(stage);
  report('live', bareMs, await keys(page));
  await replay(page, bareMs);
  console.log(`meanwhile ${await live.end()} packets were answered`);
}

async function replay(page: Page, bareMs: readonly number[]): Promise<void> {
  const asked = Date.now();
  const watching = page.evaluate<number[][]>(hoursDrawn);
  await page.getByRole('button', { name: '近 24 小时' }).click();
  const during = await keys(page);
  const drawn = await watching;
  const [first, last] = [drawn[0]?.[1] ?? 0, drawn.at(-1)?.[1] ?? 0];
  const shown = new Set(drawn.map(([hour]) => hour)).size;
  const late = (last - first) / (((HOURS - 1) * 1000) / SPEED);
  console.log(
    `replay: first hour ${first - asked} ms after the click; ${shown} of ${HOURS} hours shown, ` +
      `in ${late.toFixed(2)}× the time they are due in (at most ${LATE_AT_MOST}×)`,
  );
  if (shown < HOURS || late > LATE_AT_MOST) process.exitCode = 1;
  report('during the replay', bareMs, during);
}

function report(what: string, bare: readonly number[], full: readonly number[]): void {
  const [was, is] = [median(bare), median(full)];
  const worst = Math.max(...full);
  console.log(
    `a key, ${what}: ${is.toFixed(0)} ms (longest ${worst.toFixed(0)}), without stations ${was.toFixed(0)} ms: ` +
      `${(is / was).toFixed(2)}× (at most ${SLOWER_AT_MOST}×, or ${UNFELT_MS} ms)`,
  );
  if (is > Math.max(SLOWER_AT_MOST * was, UNFELT_MS)) process.exitCode = 1;
}

/** Types into the search of the site tree; milliseconds from each key to the frame that shows it. */
async function keys(page: Page): Promise<number[]> {
  await page.bringToFront();
  const search = page.getByRole('textbox', { name: /MN/ });
  await search.click();
  let times: number[] | undefined;
  const measuring = page.evaluate<number[]>(keyTimes).then((measured) => {
    times = measured;
  });
  for (let i = 0; !times; i++) {
    await page.keyboard.press(i % 2 === 0 ? '9' : 'Backspace');
    await Promise.race([measuring, page.waitForTimeout(KEY_EVERY_MS)]);
  }
  return times;
}

/** Runs in the page. */
const keyTimes = `new Promise((resolve) => {
  const times = [];
  addEventListener('keydown', function timed({ timeStamp }) {
    requestAnimationFrame(() => setTimeout(() => {
      times.push(performance.now() - timeStamp);
      if (times.length < ${KEYS}) return;
      removeEventListener('keydown', timed, true);
      resolve(times);
    }));
  }, true);
})`;

/** When each hour was drawn, until the last one. Runs in the page. */
const hoursDrawn = `new Promise((resolve) => {
  const drawn = [];
  const map = document.querySelector('.maplibregl-map');
  const watcher = new MutationObserver(() => {
    const hour = Number(map.dataset.hour);
    if (Number.isNaN(hour)) return;
    drawn.push([hour, Date.now()]);
    if (hour < ${HOURS - 1}) return;
    watcher.disconnect();
    resolve(drawn);
  });
  watcher.observe(map, { attributes: true, attributeFilter: ['data-hour'] });
})`;
