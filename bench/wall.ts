import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { openBrowser, openPage } from './browser.ts';
import { addPast, addStations, speaking } from './network.ts';
import { openStage } from './stage.ts';

/** Minutes until the first figure, and between first and last. `WALL_MINUTES=60` tests the full requirement. */
const WARM = 2;
const MINUTES = Number(process.env.WALL_MINUTES ?? 5);
const AT_MOST = 1.1;
const BUSY_AT_MOST = 0.5;

/**
 * The wall while all stations of the bench send once a minute: growth of the heap after warm-up (each time after a
 * garbage collection), and load of the page's main thread.
 */
export async function benchWall(): Promise<void> {
  const stage = await openStage({ demo: true });
  await addStations(stage);
  await addPast(stage, 24);
  const page = await openPage(await openBrowser(), stage, '/wisdomscreen');
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.locator('[data-map=drawn]').waitFor({ timeout: 120_000 });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  const measured = async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    const { metrics } = await devtools.send('Performance.getMetrics');
    const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
    return { heap: of('JSHeapUsedSize'), nodes: of('Nodes'), busy: of('TaskDuration'), at: of('Timestamp') };
  };
  const talk = speaking(stage);
  await page.waitForTimeout(WARM * MINUTE_MS);
  const before = await measured();
  await page.waitForTimeout(MINUTES * MINUTE_MS);
  const after = await measured();
  const packets = await talk.end();
  const growth = after.heap / before.heap;
  const busy = (after.busy - before.busy) / (after.at - before.at);
  console.log(
    `wall, ${MINUTES} min, ${packets} packets: heap ${(before.heap / 1e6).toFixed(1)} → ${(after.heap / 1e6).toFixed(1)} MB: ` +
      `${growth.toFixed(2)}× (at most ${AT_MOST}×), DOM nodes ${before.nodes} → ${after.nodes}, ` +
      `main thread ${(busy * 100).toFixed(0)} % busy (at most ${BUSY_AT_MOST * 100} %)`,
  );
  if (growth > AT_MOST || busy > BUSY_AT_MOST) process.exitCode = 1;
}
