import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { LongFirst } from './test/helpers/long-first.ts';

// Starting a database or a whole server takes seconds, more of them on a busy machine.
const SLOW_MS = 120_000;

/**
 * Server tests that matter most on a PostgreSQL which is not ours: run there a second time. What an ordinary user may not
 * do there, the first of a folder finds out as well as the rest of it.
 */
const ON_EXTERNAL_TOO = [
  'src/server/db/{migrate,pool}*.test.ts',
  'src/server/features/access/{cover,roles,seed,sign-in,users}.test.ts',
  'src/server/features/{equipment,groups}/*.test.ts',
  'src/server/transfer/import.test.ts',
];

/** Virtual stations are tried on the real gateway, which needs a database. */
const SIMULATOR = ['tools/simulator/**/*.test.ts'];

const everywhere = {
  // Loading the code anew for each file costs as much as testing it; what is tested keeps no state of its own.
  isolate: false,
  testTimeout: SLOW_MS,
  hookTimeout: SLOW_MS,
  expect: { poll: { timeout: 30_000 } },
  // What fails once in a thousand runs must not hold up everyone else's work. It is named at the end, and is a bug.
  retry: 1,
};

const server = {
  ...everywhere,
  environment: 'node' as const,
  setupFiles: './test/helpers/server-setup.ts',
};

export default defineConfig({
  test: {
    // Server tests wait for databases and sockets more than they compute: left to itself, half of a small machine idles.
    maxWorkers: Math.max(4, availableParallelism()),
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          ...everywhere,
          name: 'unit',
          environment: 'node',
          include: ['{src/protocol,src/shared,scripts}/**/*.test.ts', 'test/*.test.ts', 'tools/**/*.test.ts'],
          exclude: SIMULATOR,
        },
      },
      {
        plugins: [react()],
        test: {
          ...everywhere,
          name: 'web',
          environment: 'happy-dom',
          include: ['src/web/**/*.test.{ts,tsx}'],
          setupFiles: './test/helpers/web-setup.ts',
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
