/** The drawing beside the sign-in form: an evenly spaced wind field, worked out and not painted. */
export const fieldWidth = 900;
export const fieldHeight = 1000;

interface Point {
  x: number;
  y: number;
}

export interface FlowLine {
  d: string;
  /** 0 calm … 1 strongest, for width and opacity. */
  strength: number;
}

interface Whirl extends Point {
  turn: number;
  reach: number;
}

const whirls: readonly Whirl[] = [
  { x: 250, y: 330, turn: 1.5, reach: 210 },
  { x: 690, y: 640, turn: -1.7, reach: 250 },
  { x: 790, y: 130, turn: 0.9, reach: 170 },
  { x: 130, y: 860, turn: 1.1, reach: 190 },
];

const step = 6;
const gap = 17;
const columns = Math.ceil(fieldWidth / gap);
const rows = Math.ceil(fieldHeight / gap);

/** Lines start in the free cells of a grid and stop where another line already runs, so none crowd. */
export function flowLines(): FlowLine[] {
  const taken = new Set<number>();
  const lines: FlowLine[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const start = { x: (column + 0.5) * gap, y: (row + 0.5) * gap };
      if (taken.has(cellOf(start))) continue;
      const own = new Set<number>();
      const back = trace(start, -1, taken, own).reverse();
      const points = [...back, start, ...trace(start, 1, taken, own)];
      if (points.length < 14) continue;
      for (const cell of own) taken.add(cell);
      lines.push({ d: path(points), strength: meanSpeed(points) });
    }
  }
  const strongest = Math.max(...lines.map(({ strength }) => strength));
  return lines.map(({ d, strength }) => ({ d, strength: strength / strongest }));
}

function trace(start: Point, direction: 1 | -1, taken: Set<number>, own: Set<number>): Point[] {
  const points: Point[] = [];
  let at = start;
  let cell = cellOf(at);
  own.add(cell);
  for (let count = 0; count < 130; count++) {
    const first = windAt(at);
    const middle = windAt(move(at, first, (direction * step) / 2));
    at = move(at, middle, direction * step);
    if (at.x < -gap || at.y < -gap || at.x > fieldWidth + gap || at.y > fieldHeight + gap) break;
    const next = cellOf(at);
    if (next !== cell && (taken.has(next) || own.has(next))) break;
    cell = next;
    own.add(cell);
    points.push(at);
  }
  return points;
}

function windAt({ x, y }: Point): Point {
  let east = 0.75;
  let south = 0.22 * Math.sin(x / 190) - 0.12;
  for (const whirl of whirls) {
    const dx = (x - whirl.x) / whirl.reach;
    const dy = (y - whirl.y) / whirl.reach;
    const weight = whirl.turn * Math.exp(-(dx * dx + dy * dy));
    east -= dy * weight;
    south += dx * weight;
  }
  return { x: east, y: south };
}

function move(from: Point, wind: Point, distance: number): Point {
  const speed = Math.hypot(wind.x, wind.y) || 1;
  return { x: from.x + (wind.x / speed) * distance, y: from.y + (wind.y / speed) * distance };
}

function cellOf({ x, y }: Point): number {
  return Math.floor(y / gap) * 1000 + Math.floor(x / gap);
}

function meanSpeed(points: readonly Point[]): number {
  return (
    points.reduce((sum, point) => {
      const { x, y } = windAt(point);
      return sum + Math.hypot(x, y);
    }, 0) / points.length
  );
}

// Every third point is enough for a smooth curve and keeps the page small.
function path(points: readonly Point[]): string {
  const kept = points.filter((_, index) => index % 3 === 0 || index === points.length - 1);
  return kept
    .map(
      ({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`,
    )
    .join('');
}
