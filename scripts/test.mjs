// `npm test`. Everything newer than the oldest Node is behind the dynamic import.
import './require-node.mjs';

void import('./test-run.mjs');
