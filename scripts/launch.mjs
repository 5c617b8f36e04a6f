import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { orOneSentence } from './setup-error.mjs';

await orOneSentence(async () => {
  await ensureInstalled();
  await ensureBuilt();
});
process.setSourceMapsEnabled(true);
// In the same process, so that signals need not be forwarded.
await import(new URL('../dist/server/main.js', import.meta.url).href);
