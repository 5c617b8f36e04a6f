import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '#server/db/sql.ts';
import { formatTime } from '#shared/domain/time.ts';
import { minutePacket } from './codec.ts';
import { openStage, spent } from './stage.ts';
import { connectFleet, type Fleet } from './stations.ts';

const STATIONS = 5000;
const TOGETHER = 20;
const MINUTES = 2;

/** A network of 5,000 stations at a packet a minute, spread over the minute: what it costs of one core. */
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
  const before = stage.cpu();
  for (let minute = 0; minute < MINUTES; minute++) {
    for (const { fleet, mns } of fleets) {
      const next = sleep(60_000 / fleets.length);
      const time = formatTime(new Date(), 'yyyy-MM-dd HH:mm').replace(/\D/g, '');
      await fleet.run(mns.map((mn) => [minutePacket(mn, minute, `${time}00`)]));
      await next;
    }
  }
  const { server, postgres } = spent(before, stage.cpu());
  const share = (seconds: number) => `${((seconds / (MINUTES * 60)) * 100).toFixed(1)} %`;
  console.log(
    `${STATIONS} stations at a packet a minute: server ${share(server)} of a core, postgres ${share(postgres)}`,
  );
  for (const { fleet } of fleets) fleet.close();
}
