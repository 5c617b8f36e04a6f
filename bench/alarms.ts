import { benchAlarmIngest } from './alarm-ingest.ts';
import { benchAlarmLog } from './alarm-log.ts';
import { benchSilence } from './alarm-silence.ts';

/** `npm run bench -- alarms log` runs one part; without a name all parts run in sequence. */
const parts = { ingest: benchAlarmIngest, silence: benchSilence, log: benchAlarmLog };

export async function benchAlarms(): Promise<void> {
  const wanted = process.argv[3];
  for (const [name, part] of Object.entries(parts)) if (wanted === undefined || wanted === name) await part();
}
