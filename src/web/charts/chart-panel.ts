import type { ChartCourse } from './strokes.ts';

export interface ChartLine {
  /** Legend name; must be unique. */
  name: string;
  decimals: number;
  course: ChartCourse;
  /** Background line: thinner and paler. */
  quiet?: boolean;
  /** Indexes of colour and stroke, set where they identify something, such as a site or factor. */
  colour?: number;
  dash?: number;
}

/** A dashed horizontal limit line. */
export interface ChartLimit {
  /** Kind of limit; limits of one kind are listed together. */
  sort: string;
  /** Subject of the limit; listed once even if the limit changes over time. */
  of: string;
  bound: string;
  value: number;
  from: number;
  to: number;
  /** Severity of exceeding the limit, if it has its own colour. */
  tone?: 'warning' | 'alarm' | 'clear';
}

/** Wind arrow: `direction` in degrees that the wind blows from, drawn at the height of `value`. */
export interface ChartArrow {
  at: number;
  value: number;
  direction: number;
}

/** Lines with a shared axis. Panels are stacked over one time axis. */
export interface ChartPanel {
  unit: string;
  lines: readonly ChartLine[];
  limits?: readonly ChartLimit[];
  arrows?: readonly ChartArrow[];
  /** Names of class values, such as water quality classes; drawn as steps. */
  nameOf?(value: number): string;
}
