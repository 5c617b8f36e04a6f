/** Reads the next part while the caller works on one, so that database and server work at the same time. */
export async function* readAhead<Part, Read>(
  parts: Iterable<Part>,
  read: (part: Part) => Promise<Read>,
): AsyncGenerator<{ part: Part; read: Read }> {
  const start = (part: Part) => {
    const reading = read(part);
    // An error is thrown when its part is due; the caller may have stopped before.
    reading.catch(() => undefined);
    return { part, reading };
  };
  let next: ReturnType<typeof start> | undefined;
  for (const part of parts) {
    const now = next;
    next = start(part);
    if (now) yield { part: now.part, read: await now.reading };
  }
  if (next) yield { part: next.part, read: await next.reading };
}
