import { defineConfig } from '@playwright/test';

const cache = new URL('../../.cache/', import.meta.url).pathname;
// Chromium's sandbox needs an ordinary user.
const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

export default defineConfig({
  testDir: '.',
  outputDir: `${cache}e2e`,
  workers: 2,
  // As in vitest.config.ts: retried tests are listed at the end, and are bugs.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['../../scripts/playwright-tally.mjs']],
  use: {
    viewport: { width: 1366, height: 768 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // Fade animations cost seconds; tests about them switch them back on.
    contextOptions: { reducedMotion: 'reduce' },
    // Tracing every step slows the tests by half; TRACE=1 keeps the traces of failures.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
      // Without a UTF-8 locale Chromium names downloads with Chinese names "download".
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      args: [
        ...sandbox,
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--password-store=basic',
      ],
    },
  },
});
