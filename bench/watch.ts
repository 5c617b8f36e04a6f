import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { sql } from '#server/db/sql.ts';
import { formatTime } from '#shared/domain/time.ts';
import { DAY_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import { upload } from '#test/helpers/upload.ts';
import { openBrowser, openPage } from './browser.ts';
import { minutePacket } from './codec.ts';
import { openStage } from './stage.ts';
import { connectFleet, type Fleet, percentile } from './stations.ts';

const WATCHED = 'WATCHED';
const STATIONS = 2000;
const VALUES = 30;
const PACE_MS = 1000;
const WANTED_MS = 1000;

/**
 * Latency from sending a packet to its value on the real-time page: alone, and under full load of thousands of
 * stations.
 */
export async function benchWatch(): Promise<void> {
  const stage = await openStage({ demo: true });
  const others = Array.from({ length: STATIONS }, (_, i) => `LOAD${i}`);
  await stage.db.run(sql`
    insert into site (mn, site_name, agreement_id)
    select mn, mn, (select min(agreement_id) from agreement) from unnest(${[WATCHED, ...others]}::text[]) mn`);
  // The gateway reloads its directory shortly after the commit.
  await sleep(3000);
  const page = await openPage(await openBrowser(), stage, `/sites/${WATCHED}`);
  const station = await connectFleet(stage.gatewayPort, 1);
  await watch(page, station, 100);
  report('alone', await watch(page, station, 200));
  const load = await connectFleet(stage.gatewayPort, STATIONS);
  let isLoaded = true;
  const loading = (async () => {
    let packets = 0;
    const began = performance.now();
    for (let minute = 0; isLoaded; minute++) {
      await load.run(others.map((mn) => [minutePacket(mn, minute, minuteTime(minute))]));
      packets += STATIONS;
    }
    return packets / ((performance.now() - began) / 1000);
  })();
  const waits = await watch(page, station, 300);
  isLoaded = false;
  report(`beside ${Math.round(await loading)} packets a second`, waits);
  station.close();
  load.close();
  if ((waits.at(-1) ?? Number.POSITIVE_INFINITY) > WANTED_MS) process.exitCode = 1;
}

/** Sends distinct values one by one; milliseconds until each is shown on the page, sorted. */
async function watch(page: Page, station: Fleet, first: number): Promise<Float64Array> {
  const waits: number[] = [];
  for (let value = first; value < first + VALUES; value++) {
    // Measured in the page by the system clock, because polling the page would take time.
    const seen = page.evaluate<number>(whenShown(String(value)));
    const sentAt = Date.now();
    await station.run([[upload(WATCHED, '2011', timeOf(new Date()), { a34004: value })]]);
    waits.push((await seen) - sentAt);
    await sleep(Math.max(0, PACE_MS - (Date.now() - sentAt)));
  }
  return Float64Array.from(waits).sort();
}

/**
 * Runs in the page: resolves to the time when the text appears. A string, because helpers of the compiler are missing
 * there.
 */
const whenShown = (text: string) => `new Promise((resolve) => {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('main')?.textContent.includes('${text}')) return;
    observer.disconnect();
    resolve(Date.now());
  });
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
})`;

function report(when: string, waits: Float64Array): void {
  const [p50, most] = [percentile(waits, 50), waits.at(-1) ?? 0];
  console.log(
    `${when}: on the page after p50 ${p50.toFixed(0)} ms, at most ${most.toFixed(0)} ms (wanted: ${WANTED_MS})`,
  );
}

const timeOf = (at: Date) => formatTime(at).replace(/\D/g, '');
const minuteTime = (minute: number) =>
  `${timeOf(new Date(Date.now() - DAY_MS + minute * MINUTE_MS)).slice(0, 12)}00`;
