import type { ChartLine, ChartPanel } from './chart-panel.ts';

/** Lines differ in colour, and in stroke pattern where colours repeat or mean something else. */
export interface StyledLine extends ChartLine {
  /** Palette index, wrapped around. */
  colour: number;
  /** Index into `strokePatterns`. */
  dash: number;
  /** Index of its panel. */
  at: number;
  unit: string;
  nameOf?: ((value: number) => string) | undefined;
}

export const colours = 8;

/** Dash arrays in pixels; the first is solid. */
export const strokePatterns: readonly (readonly number[])[] = [[], [6, 3], [2, 3], [9, 3, 2, 3]];

/** All lines in panel order; a line without a set colour takes the next one. */
export function styledLines(panels: readonly ChartPanel[]): StyledLine[] {
  let next = 0;
  return panels.flatMap(({ lines, unit, nameOf }, at) =>
    lines.map((line) => {
      const nth = next++;
      return {
        ...line,
        colour: (line.colour ?? nth) % colours,
        // Repeated colours differ in stroke pattern.
        dash:
          (line.dash ?? (line.colour === undefined ? Math.floor(nth / colours) : 0)) % strokePatterns.length,
        at,
        unit,
        ...(nameOf && { nameOf }),
      };
    }),
  );
}

export const inkOf = (colour: number) => `var(--series-${(colour % colours) + 1})`;
