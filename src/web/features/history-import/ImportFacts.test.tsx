import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HistoryImport } from '#shared/contract/history-import/history-import.ts';
import { showPage, signInAs } from '#web/ui/testing.tsx';
import { ImportFacts } from './ImportFacts.tsx';

const row: HistoryImport = {
  import_id: 1,
  file_id: 1,
  file_name: 'a.csv',
  size: 1,
  user_name: null,
  created_at: '2026-01-05T00:00:00.000Z',
  stage: 'check',
  status: 'done',
  fault: null,
  share: 1,
  good: 1_234_567,
  bad: 1,
  blank: 0,
  problems: 1,
  replacing: 0,
  site_count: 2,
  site_ids: [1, 2],
  first_at: null,
  last_at: null,
  written: 0,
  left_out: 0,
  removed: 0,
  restored: 0,
  kept: 0,
  traced: false,
  finished_at: null,
  undone_at: null,
};

beforeEach(() => signInAs(0));
afterEach(cleanup);

test('large counts are grouped', async () => {
  await showPage(<ImportFacts row={row} />);
  expect(screen.getByText('1,234,567 行')).toBeTruthy();
  expect(screen.getByText('1 行')).toBeTruthy();
});
