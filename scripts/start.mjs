// `npm start`. The dynamic import hides newer syntax from a Node that is too old.
import './require-node.mjs';

void import('./launch.mjs');
