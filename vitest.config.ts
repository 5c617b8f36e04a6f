import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { LongFirst } from './test/helpers/long-first.ts';

// Starting a database or a server takes seconds, longer on a busy machine.
const SLOW_MS = 120_000;

/**
 * The server tests that depend most on the database, repeated on an external PostgreSQL with an ordinary user. Some
 * tests per folder are enough to find missing privileges.
 */
const ON_EXTERNAL_TOO = [
  'src/server/db/{migrate,pool}*.test.ts',
  'src/server/features/access/{cover,roles,seed,sign-in,users}.test.ts',
  'src/server/features/{equipment,groups}/*.test.ts',
  'src/server/transfer/import.test.ts',
];

/** Virtual stations are tested against the real gateway, which needs a database. */
const SIMULATOR = ['tools/simulator/**/*.test.ts'];

const everywhere = {
  // Reloading the code for each file costs as much as the tests; the code has no global state.
  isolate: false,
  testTimeout: SLOW_MS,
  hookTimeout: SLOW_MS,
  expect: { poll: { timeout: 30_000 } },
  // A rare failure must not block others. Such tests are listed at the end, and are bugs.
  retry: 1,
};

const server = {
  ...everywhere,
  environment: 'node' as const,
  setupFiles: './test/helpers/server-setup.ts',
};

export default defineConfig({
  test: {
    // Server tests mostly wait for databases and sockets, so small machines run more workers than they have cores.
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
