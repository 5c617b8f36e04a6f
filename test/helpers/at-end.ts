/** What to take down, last first, also when a start fails half-way. */
const undo: (() => unknown)[] = [];

/** Has something taken down when the test file is done. */
export function atEnd(step: () => unknown): void {
  undo.push(step);
}

export async function takeDown(): Promise<void> {
  for (const step of undo.splice(0).reverse()) await step();
}
