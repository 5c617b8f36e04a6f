import { useSyncExternalStore } from 'react';
import { userInfo } from '#web/api/session.ts';

/** A chart as it was when added to the report. */
export interface ReportFigure {
  id: number;
  title: string;
  about: readonly string[];
  png: string;
  text: string;
}

export interface ChartReport {
  title: string;
  text: string;
  figures: readonly ReportFigure[];
}

/** A picture takes about 200 kB; session storage is limited to 5 MB. */
export const MOST_FIGURES = 20;

const empty: ChartReport = { title: '', text: '', figures: [] };
const listeners = new Set<() => void>();
let shown: { key: string; report: ChartReport } | undefined;

/** One report per user, as another user may sign in in this tab. */
const keyNow = () => `chart_report ${userInfo()?.user.user_id ?? ''}`;

/** Report of this tab; survives a reload. */
export function chartReport(): ChartReport {
  const key = keyNow();
  if (shown?.key !== key) shown = { key, report: stored(key) };
  return shown.report;
}

export function useChartReport(): ChartReport {
  return useSyncExternalStore(subscribe, chartReport);
}

/** Returns false if the report is full. */
export function addFigure(figure: Omit<ReportFigure, 'id' | 'text'>): boolean {
  const { figures } = chartReport();
  if (figures.length >= MOST_FIGURES) return false;
  const id = Math.max(0, ...figures.map((one) => one.id)) + 1;
  change({ figures: [...figures, { ...figure, id, text: '' }] });
  return true;
}

export function removeFigure(id: number): void {
  change({ figures: chartReport().figures.filter((figure) => figure.id !== id) });
}

/** Moves by one place; does nothing at the ends. */
export function moveFigure(id: number, by: -1 | 1): void {
  const figures = [...chartReport().figures];
  const from = figures.findIndex((figure) => figure.id === id);
  const [one, other] = [figures[from], figures[from + by]];
  if (!one || !other) return;
  [figures[from], figures[from + by]] = [other, one];
  change({ figures });
}

export function describeFigure(id: number, text: string): void {
  change({
    figures: chartReport().figures.map((figure) => (figure.id === id ? { ...figure, text } : figure)),
  });
}

export function change(patch: Partial<ChartReport>): void {
  const key = keyNow();
  shown = { key, report: { ...chartReport(), ...patch } };
  try {
    sessionStorage.setItem(key, JSON.stringify(shown.report));
  } catch {
    // Session storage is full: the report is lost on reload.
  }
  for (const listener of [...listeners]) listener();
}

export function clearReport(): void {
  change(empty);
}

function stored(key: string): ChartReport {
  try {
    return { ...empty, ...JSON.parse(sessionStorage.getItem(key) ?? '{}') };
  } catch {
    return empty;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
