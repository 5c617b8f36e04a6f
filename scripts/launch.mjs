import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { orOneSentence } from './setup-error.mjs';

await orOneSentence(async () => {
  await ensureInstalled();
  await ensureBuilt();
});
process.setSourceMapsEnabled(true);
// In this same process: a signal then has one receiver, and nobody is left behind to pass it on.
await import(new URL('../dist/server/main.js', import.meta.url).href);
