import type { BrowserContext, Page } from '@playwright/test';

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Records layout shifts without user input from the start of each page. */
export function watchLayoutShift(context: BrowserContext | Page): Promise<unknown> {
  return context.addInitScript(() => {
    const shifts: { value: number; what: string }[] = [];
    Object.assign(window, { layoutShifts: shifts });
    const nameOf = (node: Node | undefined) => {
      const element = node instanceof Element ? node : node?.parentElement;
      return element ? `${element.tagName.toLowerCase()}.${element.className}` : '?';
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        if (entry.hadRecentInput) continue;
        const what = entry.sources
          .slice(0, 3)
          .map(({ node, previousRect: a, currentRect: b }) => {
            const place = ({ x, y, width, height }: DOMRectReadOnly) =>
              [x, y, width, height].map(Math.round).join(' ');
            return `${nameOf(node)} [${place(a)} → ${place(b)}]`;
          })
          .join('; ');
        shifts.push({ value: entry.value, what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The sum of all shifts since the page was opened, which is at least the CLS, and the largest one. */
export async function layoutShift(page: Page): Promise<{ total: number; worst: string }> {
  const shifts = await page.evaluate(
    () => (window as unknown as { layoutShifts: { value: number; what: string }[] }).layoutShifts,
  );
  const [worst] = shifts.toSorted((a, b) => b.value - a.value);
  return {
    total: shifts.reduce((sum, { value }) => sum + value, 0),
    worst: worst ? `${worst.value.toFixed(3)} ${worst.what}` : '',
  };
}
