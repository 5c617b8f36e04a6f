import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '#server/db/sql.ts';
import { Partitions } from '#server/series/postgres/partitions.ts';
import { formatTime } from '#shared/domain/time.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import { upload } from '#test/helpers/upload.ts';
import type { Stage } from './stage.ts';
import { connectFleet } from './stations.ts';

export const STATIONS = 10_000;

/**
 * Around some three hundred places. Two are at the corners of the empty map's initial view, so that both views are
 * equal.
 */
export async function addStations({ db }: Stage, count = STATIONS): Promise<void> {
  await db.run(sql`
    insert into site (mn, site_name, agreement_id, longitude, latitude)
    select 'MAP' || n, '站点' || n, (select min(agreement_id) from agreement),
           case n when 1 then 73.5 when 2 then 135 else 100 + n % 19 + hashtext('x' || n) % 1000 / 1800.0 end,
           case n when 1 then 18 when 2 then 53.5 else 24 + n % 17 + hashtext('y' || n) % 1000 / 1800.0 end
      from generate_series(1, ${count}) n`);
}

const CODES = ['a34004', 'a34002', 'a21026', 'a21004', 'a05024', 'a21005'];

/** The last hours of all stations as the roll-up leaves them, and current values; all stations are online. */
export async function addPast({ db }: Stage, hours: number): Promise<void> {
  const partitions = new Partitions(db);
  for (let hour = hours + 1; hour > -24 * 28; hour -= 24 * 28)
    await partitions.ensureMonth('rollup_hour', new Date(Date.now() - Math.max(0, hour) * HOUR_MS));
  await db.run(sql`
    with factors as (
      select factor_set_of(array_agg(component_id order by component_id)) as set_id, count(*)::integer as many
        from component where code_2017 = any(${CODES})
    )
    insert into rollup_hour (ts, site_id, set_id, avg, origins)
    select date_trunc('hour', now()) - make_interval(hours => h), site_id, set_id,
           array(select (20 + (site_id * 7 + h * 13 + f * 29) % 90)::real from generate_series(1, many) f),
           repeat('d', many)
      from factors, site, generate_series(1, ${hours}) h where mn like 'MAP%'`);
  await db.run(sql`
    insert into latest_reading (site_id, data_type, ts, set_id, avg, received_at)
    select site_id, 'realtime', now(), set_id, avg, now()
      from rollup_hour where ts = date_trunc('hour', now()) - interval '1 hour'`);
  await db.run(sql`
    insert into link_state (site_id, online, changed_at, last_packet_at)
    select site_id, true, now(), now() from site where mn like 'MAP%'`);
  await db.run(sql`vacuum analyze rollup_hour`);
  // The gateway reloads its directory shortly after the commit.
  await sleep(3000);
}

const CONNECTIONS = 200;
const EACH = STATIONS / CONNECTIONS;
/** Every station once a minute. */
const PACE_MS = MINUTE_MS / EACH;
/** Packets per connection between two checks whether to end. */
const ROUND = 5;

/** Every station sends once a minute until `end`, which resolves to the number of acknowledged packets. */
export function speaking({ gatewayPort }: Stage): { end(): Promise<number> } {
  let isSpeaking = true;
  const work = (async () => {
    const fleet = await connectFleet(gatewayPort, CONNECTIONS);
    let packets = 0;
    for (let first = 0; isSpeaking; first += ROUND) {
      const waits = await fleet.run(
        Array.from({ length: CONNECTIONS }, (_, i) =>
          Array.from({ length: ROUND }, (_, k) => packetOf(1 + i * EACH + ((first + k) % EACH), first + k)),
        ),
        PACE_MS,
      );
      packets += waits.length;
    }
    fleet.close();
    return packets;
  })();
  return {
    end: () => {
      isSpeaking = false;
      return work;
    },
  };
}

function packetOf(station: number, turn: number): Uint8Array {
  const time = formatTime(new Date(), 'yyyy-MM-dd HH:mm:ss').replace(/\D/g, '');
  const values = Object.fromEntries(CODES.map((code, i) => [code, 20 + ((turn * 17 + i * 31) % 90)]));
  return upload(`MAP${station}`, '2011', time, values);
}
