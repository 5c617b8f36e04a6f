import type { ChartCourse } from './strokes.ts';

export interface ChartLine {
  /** What the legend calls it; no two may be called alike. */
  name: string;
  decimals: number;
  course: ChartCourse;
  /** Stands behind the others: thinner and paler. */
  quiet?: boolean;
  /** Its places among the colours and the strokes, where they mean something: a site, a factor. */
  colour?: number;
  dash?: number;
}

/** A dashed mark across a time. */
export interface ChartLimit {
  /** What sort of limit it is: those of a sort are named together. */
  sort: string;
  /** Whose it is: where that changes with time, it is named once. */
  of: string;
  bound: string;
  value: number;
  from: number;
  to: number;
  /** What crossing it means, where it has a colour of its own. */
  tone?: 'warning' | 'alarm' | 'clear';
}

/** Where a wind came from, in degrees, and how high it stands in its panel. */
export interface ChartArrow {
  at: number;
  value: number;
  direction: number;
}

/** Lines that share an axis. Panels stand one under another over the same time. */
export interface ChartPanel {
  unit: string;
  lines: readonly ChartLine[];
  limits?: readonly ChartLimit[];
  arrows?: readonly ChartArrow[];
  /** What a value is called where it is no plain number, as a class of water. Such values come in whole steps. */
  nameOf?(value: number): string;
}
