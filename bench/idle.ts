import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '#server/db/sql.ts';
import { formatTime } from '#shared/domain/time.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { minutePacket } from './codec.ts';
import { openStage, spent } from './stage.ts';
import { connectFleet, type Fleet } from './stations.ts';

const STATIONS = 5000;
const TOGETHER = 100;
const MINUTES = 2;

/** CPU cost of a network of 5,000 stations that send one packet a minute, not in step. */
export async function benchIdle(): Promise<void> {
  const stage = await openStage();
  const mns = Array.from({ length: STATIONS }, (_, i) => `NETWORK${i}`);
  await stage.db.run(sql`
    insert into site (mn, site_name, agreement_id)
    select mn, mn, (select min(agreement_id) from agreement) from unnest(${mns}::text[]) mn`);
  await sleep(3000);
  const fleets: { fleet: Fleet; mns: string[] }[] = [];
  for (let i = 0; i < STATIONS; i += TOGETHER) {
    fleets.push({
      fleet: await connectFleet(stage.gatewayPort, TOGETHER),
      mns: mns.slice(i, i + TOGETHER),
    });
  }
  // One more than measured: during the first minute not all stations have started.
  const times = Array.from({ length: 1 + MINUTES }, (_, minute) => {
    const start = new Date(Date.now() + minute * MINUTE_MS);
    return `${formatTime(start, 'yyyy-MM-dd HH:mm').replace(/\D/g, '')}00`;
  });
  const speaking = Promise.all(
    fleets.map(({ fleet, mns }) =>
      fleet.run(
        mns.map((mn) => times.map((time, minute) => minutePacket(mn, minute, time))),
        MINUTE_MS,
      ),
    ),
  );
  // Rejects because the connections are closed at the end.
  speaking.catch(() => undefined);
  await sleep(MINUTE_MS);
  const before = stage.cpu();
  await sleep(MINUTES * MINUTE_MS);
  const { server, postgres } = spent(before, stage.cpu());
  const share = (seconds: number) => `${((seconds / (MINUTES * 60)) * 100).toFixed(1)} %`;
  console.log(
    `${STATIONS} stations at a packet a minute: server ${share(server)} of a core, postgres ${share(postgres)}`,
  );
  for (const { fleet } of fleets) fleet.close();
}
