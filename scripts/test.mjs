// `npm test`. The dynamic import hides newer syntax from a Node that is too old.
import './require-node.mjs';

void import('./test-run.mjs');
