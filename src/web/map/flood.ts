/**
 * Flood fill from the seeds up to the borders, including the border cells. Needed because the bundled map has borders
 * as lines only, not as areas.
 */
export function flooded(
  border: Uint8Array,
  width: number,
  height: number,
  seeds: readonly number[],
): Uint8Array {
  const filled = new Uint8Array(width * height);
  const waiting: number[] = [];
  const visit = (cell: number) => {
    if (filled[cell] !== 0) return;
    filled[cell] = 1;
    // Border cells are included but not crossed.
    if (border[cell] === 0) waiting.push(cell);
  };
  for (const seed of seeds) if (seed >= 0 && seed < filled.length && border[seed] === 0) visit(seed);
  for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
    const column = cell % width;
    if (column > 0) visit(cell - 1);
    if (column < width - 1) visit(cell + 1);
    if (cell >= width) visit(cell - width);
    if (cell < width * (height - 1)) visit(cell + width);
  }
  return filled;
}
