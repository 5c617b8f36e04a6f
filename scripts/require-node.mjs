// Imported first and alone. Uses old syntax so that an unsupported Node can still run it.
// biome-ignore lint/style/useNodejsImportProtocol: old Node versions with ES modules lack the `node:` prefix
import { readFileSync } from 'fs';

const manifest = JSON.parse(String(readFileSync(new URL('../package.json', import.meta.url))));
// Each range is the oldest supported release of one major (`^20.19.0`) or a lower bound (`>=24.0.0`).
const ranges = manifest.engines.node.split('||').map((/** @type {string} */ text) => {
  const parts = text
    .trim()
    .replace(/^[^0-9]+/, '')
    .split('.')
    .map(Number);
  return { major: parts[0], minor: parts[1], andLater: text.indexOf('>=') >= 0 };
});
const [presentMajor = 0, presentMinor = 0] = process.versions.node.split('.').map(Number);

/** @param {{ major: number, minor: number, andLater: boolean }} range */
function covers(range) {
  if (presentMajor === range.major) return presentMinor >= range.minor;
  return range.andLater && presentMajor > range.major;
}

if (!ranges.some(covers)) {
  process.stderr.write(
    `Lanjing needs Node 20.19, 22.12, or 24 and later; this is Node ${process.versions.node}.\n`,
  );
  process.exit(1);
}
