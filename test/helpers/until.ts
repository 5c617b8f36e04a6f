/** Polls until the condition is met. The timeout is long enough for a very busy machine. */
export async function until<Seen>(
  ask: () => Seen | Promise<Seen>,
  reached: (seen: Seen) => boolean,
  waitMs = 60_000,
): Promise<Seen> {
  const end = performance.now() + waitMs;
  for (;;) {
    const seen = await ask();
    if (reached(seen)) return seen;
    if (performance.now() > end) throw new Error(`waited in vain; last seen: ${JSON.stringify(seen)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
