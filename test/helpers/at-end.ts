/** Teardown steps, run in reverse order, also after a failed start. */
const undo: (() => unknown)[] = [];

/** Registers a teardown step for the end of the test file. */
export function atEnd(step: () => unknown): void {
  undo.push(step);
}

export async function takeDown(): Promise<void> {
  for (const step of undo.splice(0).reverse()) await step();
}
