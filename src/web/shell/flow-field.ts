/** The drawing beside the sign-in form: an evenly spaced wind field, computed at runtime. */
export const fieldWidth = 900;
export const fieldHeight = 1000;

interface Point {
  x: number;
  y: number;
}

export interface FlowLine {
  d: string;
  /** From 0 (calm) to 1 (strongest), for width and opacity. */
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
/** Half the gap: minimum distance between lines. */
const cell = gap / 2;
const shortest = 20;
const longest = 260;

/** Lines start where no other is near and end before they touch another. */
export function flowLines(): FlowLine[] {
  const taken = new Set<number>();
  const lines: FlowLine[] = [];
  for (let y = cell; y < fieldHeight; y += gap) {
    for (let x = cell; x < fieldWidth; x += gap) {
      const start = { x, y };
      if (isNear(start, taken)) continue;
      const points = [...trace(start, -1, taken).reverse(), start, ...trace(start, 1, taken)];
      if (points.length < shortest) continue;
      for (const point of points) taken.add(cellOf(point));
      lines.push({ d: path(points), strength: meanSpeed(points) });
    }
  }
  const strongest = Math.max(...lines.map(({ strength }) => strength));
  return lines.map(({ d, strength }) => ({ d, strength: strength / strongest }));
}

function trace(start: Point, direction: 1 | -1, taken: ReadonlySet<number>): Point[] {
  const points: Point[] = [];
  let at = start;
  while (points.length < longest) {
    const first = windAt(at);
    const middle = windAt(move(at, first, (direction * step) / 2));
    at = move(at, middle, direction * step);
    if (at.x < -gap || at.y < -gap || at.x > fieldWidth + gap || at.y > fieldHeight + gap) break;
    if (taken.has(cellOf(at))) break;
    points.push(at);
  }
  return points;
}

function isNear({ x, y }: Point, taken: ReadonlySet<number>): boolean {
  for (let dy = -cell; dy <= cell; dy += cell) {
    for (let dx = -cell; dx <= cell; dx += cell) {
      if (taken.has(cellOf({ x: x + dx, y: y + dy }))) return true;
    }
  }
  return false;
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
  return Math.floor(y / cell) * 1000 + Math.floor(x / cell);
}

function meanSpeed(points: readonly Point[]): number {
  return (
    points.reduce((sum, point) => {
      const { x, y } = windAt(point);
      return sum + Math.hypot(x, y);
    }, 0) / points.length
  );
}

// Every fourth point is a control point and the midpoints are on the curve: smooth and short.
function path(points: readonly Point[]): string {
  const kept = points.filter((_, index) => index % 4 === 0 || index === points.length - 1);
  const [first, ...rest] = kept;
  if (!first) return '';
  const bends = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1] ?? point;
    return `Q${at(point)} ${at({ x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 })}`;
  });
  const last = rest.at(-1) ?? first;
  return `M${at(first)}${bends.join('')}L${at(last)}`;
}

function at({ x, y }: Point): string {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
}
