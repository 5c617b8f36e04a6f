import { useSyncExternalStore } from 'react';
import { userInfo } from '#web/api/session.ts';

/** A chart as it was when it was taken into the report. */
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

/** A picture takes some 200 kB, and a tab keeps 5 MB. */
export const MOST_FIGURES = 20;

const empty: ChartReport = { title: '', text: '', figures: [] };
const listeners = new Set<() => void>();
let shown: { key: string; report: ChartReport } | undefined;

/** Whoever signs in next in this tab has a report of their own. */
const keyNow = () => `chart_report ${userInfo()?.user.user_id ?? ''}`;

/** What has been gathered in this tab, also after a reload. */
export function chartReport(): ChartReport {
  const key = keyNow();
  if (shown?.key !== key) shown = { key, report: stored(key) };
  return shown.report;
}

export function useChartReport(): ChartReport {
  return useSyncExternalStore(subscribe, chartReport);
}

/** Whether there was room for it. */
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

/** By one place, up or down; beyond the ends it stays. */
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
    // The tab's store is full: the report stays until the page is loaded anew.
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
