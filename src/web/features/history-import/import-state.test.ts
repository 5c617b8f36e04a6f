import { expect, test } from 'vitest';
import { stateTone, stateWord } from './import-state.ts';

test('a check that found no good row is not one that waits for its import', () => {
  const checked = { stage: 'check', status: 'done' } as const;
  expect(stateWord({ ...checked, good: 1 })).toBe('historyImport.state_check_done');
  expect(stateWord({ ...checked, good: 0 })).toBe('historyImport.state_check_nothing');
  expect(stateTone({ ...checked, good: 0 })).toBe('bad');
  expect(stateWord({ ...checked, status: 'running', good: 0 })).toBe('historyImport.state_check_running');
});
