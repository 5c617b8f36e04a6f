// Simulates an instance that is killed: starts the embedded database, prints its address and waits.
import pino from 'pino';
import { startEmbedded } from '#server/db/embedded.ts';

const [dataDir, password] = process.argv.slice(2);
if (dataDir === undefined || password === undefined)
  throw new Error('usage: run-embedded.ts DATA_DIR PASSWORD');
process.on('SIGUSR2', () => process.exit(0));
const { url } = await startEmbedded({ dataDir, password, log: pino({ level: 'silent' }) });
process.stdout.write(`${url}\n`);
setInterval(() => undefined, 60_000);
