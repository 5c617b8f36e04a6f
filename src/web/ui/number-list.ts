/** Numbers as an address holds them: runs are written by their ends, so that hundreds of sites are a short text. */
export function numbersText(numbers: readonly number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && number === run[1] + 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(',');
}

/** A run that somebody wrote by hand must not fill the memory. */
const longest = 100_000;

export function numbersIn(text: string | null): number[] {
  return (text ?? '').split(',').flatMap((part) => {
    const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(part) ?? [];
    const length = Number(last) - Number(first) + 1;
    return length > 0 && length <= longest ? Array.from({ length }, (_, i) => Number(first) + i) : [];
  });
}
