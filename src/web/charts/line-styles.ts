import type { ChartLine, ChartPanel } from './chart-panel.ts';

/** How a line is told from the others: by its colour, and by its stroke where colours are used for something else. */
export interface StyledLine extends ChartLine {
  /** Its place among the colours, counted round. */
  colour: number;
  /** Its place among the strokes. */
  dash: number;
  /** The panel that it is in. */
  at: number;
  unit: string;
  nameOf?: ((value: number) => string) | undefined;
}

export const colours = 8;

/** On and off, in pixels; the first is unbroken. */
export const strokePatterns: readonly (readonly number[])[] = [[], [6, 3], [2, 3], [9, 3, 2, 3]];

/** All lines in the order of the panels; without a colour of its own a line has the next one. */
export function styledLines(panels: readonly ChartPanel[]): StyledLine[] {
  let next = 0;
  return panels.flatMap(({ lines, unit, nameOf }, at) =>
    lines.map((line) => {
      const nth = next++;
      return {
        ...line,
        colour: (line.colour ?? nth) % colours,
        // A second round of the same colours is told apart by its stroke.
        dash:
          (line.dash ?? (line.colour === undefined ? Math.floor(nth / colours) : 0)) % strokePatterns.length,
        at,
        unit,
        ...(nameOf && { nameOf }),
      };
    }),
  );
}

/** The colour as the style sheet has it. */
export const inkOf = (colour: number) => `var(--series-${(colour % colours) + 1})`;
