import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// Starting a database or a whole server takes seconds, more of them on a busy machine.
const SLOW_MS = 60_000;

/** Server tests that matter most on a PostgreSQL which is not ours: run there a second time. */
const ON_EXTERNAL_TOO = ['src/server/db/{migrate,pool}*.test.ts', 'src/server/features/access/*.test.ts'];

/** Virtual stations are tried on the real gateway, which needs a database. */
const SIMULATOR = ['tools/simulator/**/*.test.ts'];

/** Loading the code anew for each file costs as much as testing it; what is tested keeps no state of its own. */
const loadedOnce = { isolate: false };

const server = {
  ...loadedOnce,
  environment: 'node' as const,
  setupFiles: './test/helpers/server-setup.ts',
  testTimeout: SLOW_MS,
  hookTimeout: SLOW_MS,
};

export default defineConfig({
  test: {
    // Server tests wait for databases and sockets more than they compute: left to itself, half of a small machine idles.
    maxWorkers: Math.max(3, availableParallelism()),
    projects: [
      {
        test: {
          ...loadedOnce,
          name: 'unit',
          environment: 'node',
          testTimeout: SLOW_MS,
          include: ['{src/protocol,src/shared,scripts}/**/*.test.ts', 'test/*.test.ts', 'tools/**/*.test.ts'],
          exclude: SIMULATOR,
        },
      },
      {
        plugins: [react()],
        test: {
          ...loadedOnce,
          name: 'web',
          environment: 'happy-dom',
          include: ['src/web/**/*.test.{ts,tsx}'],
          setupFiles: './test/helpers/web-setup.ts',
          testTimeout: SLOW_MS,
          hookTimeout: SLOW_MS,
        },
      },
      {
        test: {
          ...server,
          name: 'server',
          include: ['src/server/**/*.test.ts', ...SIMULATOR],
          globalSetup: './test/helpers/global-setup.ts',
        },
      },
      {
        test: {
          ...server,
          name: 'server-external',
          include: ON_EXTERNAL_TOO,
          globalSetup: './test/helpers/global-setup-external.ts',
        },
      },
    ],
  },
});
