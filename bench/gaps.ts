import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '#server/db/sql.ts';
import { postgresStore } from '#server/series/postgres/store.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { Fleet } from '../tools/simulator/fleet.ts';
import { differences, plantGaps } from '../tools/simulator/planted-gaps.ts';
import { onEnd } from './ending.ts';
import { openStage } from './stage.ts';

const STATIONS = Number(process.argv[3] ?? 50);
const DAYS = 30;
const PATIENCE_MS = 30 * MINUTE_MS;

/**
 * A month of hours at fifty stations with planted gaps, found and filled by the built server: `npm run bench -- gaps
 * [STATIONS]`. In the end store and devices must agree, hour by hour and factor by factor.
 */
export async function benchGaps(): Promise<void> {
  const stage = await openStage();
  const fleet = new Fleet({ sites: STATIONS, port: stage.gatewayPort, outages: false, types: [] });
  const host = { db: stage.db, series: postgresStore(stage.db) };
  const now = Date.now();
  const planted = await plantGaps(
    host,
    fleet.stations.map(({ device }) => device),
    DAYS,
    now,
  );
  const missing = planted.reduce((sum, { gaps }) => sum + gaps.length, 0);
  console.log(`${STATIONS} stations, ${DAYS} days: ${missing} hours are missing`);
  // The gateway reloads its directory shortly after the commit.
  await sleep(3000);
  fleet.start();
  onEnd(() => fleet.stop());
  const began = performance.now();
  const site_ids = planted.map(({ site_id }) => site_id);
  await stage.db.run(sql`
    insert into auto_resupply (site_id, running, data_types, window_days, every_minutes, changed_at)
    select site_id, true, '{hour}', ${DAYS}, 60, now() from unnest(${site_ids}::integer[]) as x (site_id)`);
  await stage.db.run(
    sql`insert into auto_resupply_look (site_id, next_at) select site_id, now() from auto_resupply`,
  );
  for (let left = -1, until = Date.now() + PATIENCE_MS; left !== 0 && Date.now() < until; await sleep(1000)) {
    const row = await stage.db.one<{ looked: number; left: number }>(sql`
      select (select count(*) from auto_resupply_look where looked_at is not null) as looked,
             (select count(*) from resupply_gap where state <> 'filled') as left`);
    left = row && row.looked === STATIONS ? row.left : -1;
  }
  const seconds = (performance.now() - began) / 1000;
  const run = await stage.db.one<{ found: number; filled: number; given_up: number; commands: number }>(sql`
    select sum(found) as found, sum(filled) as filled, sum(given_up) as given_up, sum(commands) as commands
      from resupply_run`);
  const differing = await differences(host, planted, DAYS, now);
  console.log(
    `found ${run?.found}, filled ${run?.filled}, given up ${run?.given_up} in ${seconds.toFixed(0)} s by ${run?.commands} ` +
      `requests; ${differing.length} values differ from the devices'`,
  );
  for (const one of differing.slice(0, 10)) console.log(`  ${one}`);
  if (differing.length > 0 || run?.filled !== missing) process.exitCode = 1;
}
