const undoing: (() => unknown)[] = [];
let ending = false;

/** Told at the bench's end, however it ends; who came last is told first. */
export function onEnd(undo: () => unknown): void {
  undoing.push(undo);
}

/** Makes something that is undone at the bench's end. An end in the middle of its making waits for it. */
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

/** Resolves with the exit code of a bench that is stopped from outside. */
export function stopped(): Promise<number> {
  return new Promise((resolve) => {
    const stop = (code: number) => {
      // What breaks while its ground is taken away says nothing.
      process.on('uncaughtException', () => undefined);
      resolve(code);
    };
    process.on('SIGINT', () => stop(130));
    process.on('SIGTERM', () => stop(143));
  });
}
