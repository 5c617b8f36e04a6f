import { expect, test } from 'vitest';
import type { Factor } from '#web/widgets/useFactors.ts';
import { resuggested, suggestedWith } from './rule-form.ts';

const factors = [
  { component_id: 1, code_2017: 'a34004', unit: 'µg/m³' },
  { component_id: 2, code_2017: 'a21026', unit: 'µg/m³' },
] as Factor[];
const factorOf = (id: number) => factors.find(({ component_id }) => component_id === id);
const now = new Date('2027-01-01T00:00:00+08:00');
const next = (component_id: number | null, data_type: 'minute' | 'hour' | 'day') =>
  ({ measure: 'value', component_id, data_type }) as const;

test('a first factor brings its suggestion', () => {
  expect(
    resuggested({ data_type: 'day', limits: 'own', raise_after: 1 }, next(1, 'day'), factorOf, now),
  ).toMatchObject({ limits: 'grade_2', warning_share: 0.8 });
});

test('what was suggested changes with the data type, what was typed stays', () => {
  const suggested = { ...next(1, 'hour'), limits: 'own', high_warning: 115, high_alarm: 150, deadband: 7.5 };
  expect(resuggested(suggested, next(1, 'day'), factorOf, now)).toMatchObject({
    limits: 'grade_2',
    high_alarm: null,
    deadband: 0,
  });
  const typed = { ...suggested, high_alarm: 99, deadband: 2, raise_after: 1 };
  const kept = resuggested(typed, next(1, 'minute'), factorOf, now);
  expect(kept).not.toHaveProperty('high_alarm');
  expect(kept).not.toHaveProperty('deadband');
  expect(kept).toMatchObject({ raise_after: 5 });
});

test('a source that has no limits for the new choice is given up', () => {
  const graded = { ...next(1, 'day'), limits: 'grade_1', warning_share: 0.5 };
  expect(resuggested(graded, next(1, 'hour'), factorOf, now)).toMatchObject({
    limits: 'own',
    high_alarm: 150,
  });
  expect(resuggested(graded, next(2, 'day'), factorOf, now)).not.toHaveProperty('limits');
});

test('classes do not stay where concentrations are asked for', () => {
  const ofClass = { measure: 'water_class', data_type: 'hour', limits: 'own', high_alarm: 3 };
  expect(resuggested(ofClass, next(2, 'hour'), factorOf, now)).toMatchObject({
    limits: 'grade_2',
    high_alarm: null,
  });
});

test('nothing is suggested while no factor is chosen', () => {
  expect(resuggested({}, next(null, 'hour'), factorOf, now)).toEqual({});
});

test('suggestions beyond a typed alarm limit follow it, what was typed stays', () => {
  const typed = { ...next(1, 'hour'), limits: 'own', high_warning: 115, high_alarm: 1, deadband: 7.5 };
  expect(suggestedWith(typed, factorOf, now)).toEqual({ high_warning: 0.8, deadband: 0.05 });
  expect(suggestedWith({ ...typed, high_alarm: 20 }, factorOf, now)).toEqual({ high_warning: 16 });
  expect(suggestedWith({ ...typed, high_warning: 0.5, deadband: 2 }, factorOf, now)).toEqual({});
  expect(suggestedWith({ ...typed, high_alarm: 160 }, factorOf, now)).toEqual({});
  expect(suggestedWith({ ...typed, high_alarm: null }, factorOf, now)).toEqual({});
});
