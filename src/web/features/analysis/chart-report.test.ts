import { beforeEach, expect, test } from 'vitest';
import { signedIn, signedOut, type UserInfo } from '#web/api/session.ts';
import {
  addFigure,
  change,
  chartReport,
  clearReport,
  describeFigure,
  MOST_FIGURES,
  moveFigure,
  removeFigure,
} from './chart-report.ts';

const figure = (title: string) => ({ title, about: ['Site'], png: 'data:image/png;base64,' });
const titles = () => chartReport().figures.map(({ title }) => title);

beforeEach(clearReport);

test('charts are gathered, described, moved and removed', () => {
  for (const title of ['trend', 'rose', 'profile']) addFigure(figure(title));
  const [trend, rose] = chartReport().figures;
  moveFigure(rose?.id ?? 0, -1);
  expect(titles()).toEqual(['rose', 'trend', 'profile']);
  moveFigure(rose?.id ?? 0, -1);
  expect(titles()).toEqual(['rose', 'trend', 'profile']);
  describeFigure(trend?.id ?? 0, 'A night of smoke');
  removeFigure(rose?.id ?? 0);
  expect(chartReport().figures).toMatchObject([
    { title: 'trend', text: 'A night of smoke' },
    { title: 'profile', text: '' },
  ]);
});

test('the report is kept in the tab, and is full at its limit', () => {
  for (let n = 0; n < MOST_FIGURES; n++) expect(addFigure(figure(`chart ${n}`))).toBe(true);
  expect(addFigure(figure('one more'))).toBe(false);
  change({ title: 'November' });
  const kept = Object.entries(sessionStorage).find(([key]) => key.startsWith('chart_report'));
  expect(JSON.parse(kept?.[1] ?? '{}')).toMatchObject({ title: 'November' });
});

test('whoever signs in next in the tab does not see it', () => {
  const signIn = (user_id: number) =>
    signedIn({ access_token: '', refresh_token: '', user: { user_id }, user_set: {} } as UserInfo);
  signIn(7);
  addFigure(figure('of another'));
  signedOut();
  signIn(8);
  expect(titles()).toEqual([]);
  signIn(7);
  expect(titles()).toEqual(['of another']);
});
