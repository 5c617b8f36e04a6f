import { benchCodec } from './codec.ts';

/** `npm run bench -- codec`: every figure is a ratio to something measured in the same run. */
const benches: Record<string, () => Promise<void> | void> = { codec: benchCodec };

const bench = benches[process.argv[2] ?? ''];
if (!bench) {
  console.error(`usage: npm run bench -- ${Object.keys(benches).join(' | ')}`);
  process.exit(2);
}
await bench();
