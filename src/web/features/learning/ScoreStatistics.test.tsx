import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { assessments } from '#shared/contract/learning/assessments.ts';
import { questionStatistics, scoreActions } from '#shared/contract/learning/scores.ts';
import { ok, showPage, signInAs, stubServer } from '#web/ui/testing.tsx';
import { ScoreStatistics } from './ScoreStatistics.tsx';

beforeEach(() => signInAs(0));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const none = () => ok({ data_info: [], total: 0 });

test('without scores the page says so once, and not that a filter found nothing', async () => {
  stubServer({
    [assessments.list.path]: none,
    [questionStatistics.list.path]: none,
    [scoreActions.summary.path]: () => ({ code: 148, message: '', data: null }),
  });
  await showPage(<ScoreStatistics />, '/page?assessment_id=1');
  expect(await screen.findByText('还没有成绩')).toBeTruthy();
  expect(screen.queryByText('没有符合条件的记录')).toBeNull();
  expect(screen.queryByText('选择考核')).toBeNull();
});

test('where all papers await their check there is no mean yet', async () => {
  const steps = Array.from({ length: 10 }, () => 0);
  const figures = { sat: 0, waiting: 2, passed: 0, mean: 0, median: 0, best: 0, worst: 0, steps };
  stubServer({
    [assessments.list.path]: none,
    [questionStatistics.list.path]: none,
    [scoreActions.summary.path]: () => ok(figures),
  });
  await showPage(<ScoreStatistics />, '/page?assessment_id=1');
  expect(await screen.findAllByText('–')).toHaveLength(4);
  expect(screen.queryByText(/^[\d–.]+%$/)).toBeNull();
});
