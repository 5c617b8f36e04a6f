import { benchAlarmKills } from './alarm-kills.ts';
import { benchAlarms } from './alarms.ts';
import { benchCodec } from './codec.ts';
import { benchCommandKills } from './command-kills.ts';
import { benchCommands } from './commands.ts';
import { benchComparison } from './comparison.ts';
import { benchAway, benchCrash } from './crash.ts';
import { end, stopped } from './ending.ts';
import { benchExport } from './export.ts';
import { benchGaps } from './gaps.ts';
import { benchHeatMap } from './heat-map.ts';
import { benchHostile } from './hostile.ts';
import { benchIdle } from './idle.ts';
import { benchIngest } from './ingest.ts';
import { benchMap } from './map.ts';
import { benchMeetingRace } from './meeting-race.ts';
import { benchOrderRace } from './order-race.ts';
import { benchOrders } from './orders.ts';
import { benchPicker } from './picker.ts';
import { benchQuery } from './query.ts';
import { benchReplay } from './replay.ts';
import { benchServers } from './servers.ts';
import { benchSittings } from './sittings.ts';
import { benchWall } from './wall.ts';
import { benchWatch } from './watch.ts';

/** `npm run bench -- codec`: every figure is relative to something measured in the same run. */
const benches: Record<string, () => Promise<void> | void> = {
  codec: benchCodec,
  ingest: benchIngest,
  idle: benchIdle,
  gaps: benchGaps,
  'heat-map': benchHeatMap,
  hostile: benchHostile,
  crash: benchCrash,
  export: benchExport,
  alarms: benchAlarms,
  'alarm-kills': benchAlarmKills,
  away: benchAway,
  'command-kills': benchCommandKills,
  commands: benchCommands,
  comparison: benchComparison,
  map: benchMap,
  orders: benchOrders,
  'meeting-race': benchMeetingRace,
  'order-race': benchOrderRace,
  picker: benchPicker,
  query: benchQuery,
  replay: benchReplay,
  servers: benchServers,
  sittings: benchSittings,
  wall: benchWall,
  watch: benchWatch,
};

const bench = benches[process.argv[2] ?? ''];
if (!bench) {
  console.error(`usage: npm run bench -- ${Object.keys(benches).join(' | ')}`);
  process.exit(2);
}
try {
  process.exitCode = (await Promise.race([bench(), stopped()])) ?? process.exitCode;
} finally {
  await end();
}
process.exit();
