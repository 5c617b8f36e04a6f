const undoing: (() => unknown)[] = [];
let ending = false;

/** Called at the bench's end, even after an error, in reverse order. */
export function onEnd(undo: () => unknown): void {
  undoing.push(undo);
}

/** Creates something that is disposed at the bench's end. If the bench ends during creation, it waits for it. */
export async function held<Made>(make: () => Promise<Made>, undo: (made: Made) => unknown): Promise<Made> {
  if (ending) throw new Error('the bench is ending');
  const making = make();
  onEnd(() => making.then(undo, () => undefined));
  return making;
}

export async function end(): Promise<void> {
  ending = true;
  for (let undo = undoing.pop(); undo; undo = undoing.pop()) {
    try {
      await undo();
    } catch (error) {
      console.error(error);
    }
  }
}

/** Resolves to the exit code when the bench is stopped by a signal. */
export function stopped(): Promise<number> {
  return new Promise((resolve) => {
    const stop = (code: number) => {
      // Errors during the shutdown are expected.
      process.on('uncaughtException', () => undefined);
      resolve(code);
    };
    process.on('SIGINT', () => stop(130));
    process.on('SIGTERM', () => stop(143));
  });
}
