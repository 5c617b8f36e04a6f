import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(options: RunOptions): Promise<AxeResults>;
}

/** Accessibility violations of impact serious and above. */
export async function seriousProblems(page: Page): Promise<string[]> {
  // Wait for transitions to end, because they change colours.
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    return Promise.all(ending.map((one) => one.finished.catch(() => undefined)));
  });
  // Evaluated by the debugger, because the page's CSP forbids inline scripts.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: Axe }).axe.run({ resultTypes: ['violations'] }),
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`);
}
