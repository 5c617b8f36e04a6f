// Imported first and on its own. Its syntax is old on purpose: the Node it turns away must still read it.
// biome-ignore lint/style/useNodejsImportProtocol: the earliest Nodes with modules do not know it
import { readFileSync } from 'fs';

const manifest = JSON.parse(String(readFileSync(new URL('../package.json', import.meta.url))));
const oldest = manifest.engines.node.replace('>=', '');

/** @param {string} version */
function rank(version) {
  const parts = version.split('.');
  return Number(parts[0]) * 1000 + Number(parts[1]);
}

if (rank(process.versions.node) < rank(oldest)) {
  process.stderr.write(`Lanjing needs Node ${oldest} or later; this is Node ${process.versions.node}.\n`);
  process.exit(1);
}
