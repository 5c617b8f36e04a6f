import { fileURLToPath } from 'node:url';

// True for this file and for the bundle dist/server/main.js alike: both lie two folders below the root.
export const projectRoot = fileURLToPath(new URL('../../..', import.meta.url));
