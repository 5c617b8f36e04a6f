import { defineConfig } from '@playwright/test';

const cache = new URL('../../.cache/', import.meta.url).pathname;
// Chromium's sandbox needs an ordinary user.
const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

export default defineConfig({
  testDir: '.',
  outputDir: `${cache}e2e`,
  workers: 2,
  // As in vitest.config.ts: named at the end, and a bug.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['../../scripts/playwright-tally.mjs']],
  use: {
    viewport: { width: 1366, height: 768 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // Fading dialogs cost seconds; what happens while one fades is tried where it matters.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every step slows the walk by half; TRACE=1 records where one fails.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
      // Where the shell has no UTF-8, Chromium gives a download with a Chinese name the name "download".
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
