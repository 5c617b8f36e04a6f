/** Numbers as URL text; runs are written as ranges, so that hundreds of sites stay short. */
export function numbersText(numbers: readonly number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && number === run[1] + 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(',');
}

/** Limits hand-written ranges, which could exhaust the memory. */
const longest = 100_000;

export function numbersIn(text: string | null): number[] {
  return (text ?? '').split(',').flatMap((part) => {
    const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(part) ?? [];
    const length = Number(last) - Number(first) + 1;
    return length > 0 && length <= longest ? Array.from({ length }, (_, i) => Number(first) + i) : [];
  });
}
