import type { Browser, Page } from '@playwright/test';
import { openBrowser, openPage } from './browser.ts';
import { addStations, STATIONS } from './network.ts';
import { openStage, type Stage } from './stage.ts';

const ROUNDS = 5;
const AT_MOST = 1.3;

/** Frame time while the home map is dragged: with 10,000 stations, and for a user who sees none of them. */
export async function benchMap(): Promise<void> {
  const stage = await openStage({ demo: true });
  const browser = await openBrowser();
  await addStations(stage);
  const bare = { page: await openMap(browser, stage, 'learner'), ms: [] as number[] };
  const full = { page: await openMap(browser, stage, 'admin'), ms: [] as number[] };
  for (const zoom of ['country', 'region', 'city']) {
    for (const one of [bare, full]) {
      // The first drag loads the tiles.
      await one.page.bringToFront();
      await one.page.evaluate(drag);
      one.ms = [];
    }
    for (let round = 0; round < ROUNDS; round++) {
      for (const one of [bare, full]) {
        await one.page.bringToFront();
        one.ms.push(await one.page.evaluate<number>(drag));
      }
    }
    const ratio = median(full.ms) / median(bare.ms);
    console.log(
      `dragging at the zoom of a ${zoom}, a frame: bare ${median(bare.ms).toFixed(1)} ms, ` +
        `${STATIONS} stations ${median(full.ms).toFixed(1)} ms: ${ratio.toFixed(2)}× (at most ${AT_MOST}×)`,
    );
    if (ratio > AT_MOST) process.exitCode = 1;
    for (const { page } of [bare, full]) await zoomIn(page);
  }
}

export async function openMap(browser: Browser, stage: Stage, account: string): Promise<Page> {
  const page = await openPage(browser, stage, '/homepages', account);
  await page.locator('[data-map=drawn]').waitFor({ timeout: 120_000 });
  return page;
}

async function zoomIn(page: Page): Promise<void> {
  await page.bringToFront();
  for (let step = 0; step < 2; step++) await page.locator('.maplibregl-ctrl-zoom-in').click();
  await page.waitForTimeout(3000);
}

/** Drags the map there and back, one step per frame; returns the intervals between frames. Runs in the page. */
const drag = `(async () => {
  const canvas = document.querySelector('.maplibregl-canvas');
  const { x, y, width, height } = canvas.getBoundingClientRect();
  const at = (away) => ({ clientX: x + width / 2 + away, clientY: y + height / 2 + away / 3 });
  const tell = (kind, away) =>
    canvas.dispatchEvent(new MouseEvent(kind, { bubbles: true, cancelable: true, buttons: 1, ...at(away) }));
  const frame = () => new Promise(requestAnimationFrame);
  const steps = 40;
  tell('mousedown', 0);
  const began = await frame();
  let now = began;
  for (let step = 1; step <= steps; step++) {
    tell('mousemove', 8 * Math.min(step, steps - step));
    now = await frame();
  }
  tell('mouseup', 0);
  return (now - began) / steps;
})()`;

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
