const FIRST_MS = 30_000;
const LONGEST_MS = 3_600_000;

/** How long to wait after so many failures: twice as long each time, and never all at the same moment. */
export function backoffMs(failures: number, random: () => number = Math.random): number {
  const longest = Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS);
  return longest * (0.5 + random() / 2);
}
