import { expect, test } from 'vitest';
import { isLookedFor, isParamOf, patienceOf } from './alarm-factor.ts';
import { alarmKindNames } from './alarm-kinds.ts';

const dust = { code: 'a34004', category: 'air' };
const wind = { code: 'a01007', category: 'weather' };

test('all faults of values are looked for in a pollutant, and only marks and gaps in the weather', () => {
  const kindsOf = (factor: typeof dust) => alarmKindNames.filter((kind) => isLookedFor(kind, factor));
  expect(kindsOf(dust)).toEqual(['over_standard', 'missing', 'constant', 'zero', 'jump', 'pair', 'flag']);
  expect(kindsOf(wind)).toEqual(['over_standard', 'missing', 'flag']);
  expect(kindsOf({ code: 'w01001', category: 'water' })).not.toContain('pair');
});

test('how long a value may stand still depends on what is measured', () => {
  expect(patienceOf(dust)).toBe('particle_hours');
  expect(patienceOf({ code: 'a21026', category: 'air' })).toBe('hours');
  expect(isParamOf('constant', 'water_hours', { code: null, category: 'water' })).toBe(true);
  expect(isParamOf('constant', 'hours', dust)).toBe(false);
  expect(isParamOf('jump', 'percent', dust)).toBe(true);
});
