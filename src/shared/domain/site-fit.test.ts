import { expect, test } from 'vitest';
import { fitSite, takenOver } from './site-fit.ts';

const hours = Array.from({ length: 30 }, (_, i) => 20 + ((i * 7) % 30));

test('a site is fitted to its reference, and what is left is told beside what was', () => {
  const fit = fitSite(
    hours,
    hours.map((value) => 1.2 * value - 3),
  );
  expect(fit).toMatchObject({ n: 30, left_out: 0 });
  expect(fit.k).toBeCloseTo(1.2, 9);
  expect(fit.b).toBeCloseTo(-3, 9);
  expect(fit.rmse).toBeCloseTo(0, 6);
  expect(fit.rmse_before ?? 0).toBeGreaterThan(1);
});

test('zeros and stuck sensors stay out', () => {
  const reference = hours.map((value) => value + 1);
  const site: (number | null)[] = [...hours];
  site[0] = 0;
  site.fill(41, 10, 16);
  site.fill(33.5, 20, 25);
  site[29] = null;
  const fit = fitSite(site, reference);
  expect(fit).toMatchObject({ n: 30 - 1 - 6 - 1, left_out: 7 });
});

test('a fit comes after the correction that made the values it was made of', () => {
  const fit = { k: 1.1, b: 2, r2: 0.9, rmse: 1, n: 100 };
  expect(takenOver(fit, { k: 2, b: 5 })).toEqual({ wanted: { k: 2.2, b: 1.1 * 5 + 2 }, why: null });
  const [device, platform] = [
    { k: 2, b: 5 },
    { k: 1.5, b: -4 },
  ];
  const { wanted } = takenOver(fit, device, platform);
  const seen = (raw: number) => platform.k * (device.k * raw + device.b) + platform.b;
  const next = (raw: number) => platform.k * ((wanted?.k ?? 0) * raw + (wanted?.b ?? 0)) + platform.b;
  for (const raw of [0, 10, 33]) expect(next(raw)).toBeCloseTo(fit.k * seen(raw) + fit.b, 4);
});

test('K and B are taken over with six digits, as a person would type them', () => {
  const fit = { k: 0.9938670254109, b: 3.136469313743, r2: 0.9, rmse: 1, n: 100 };
  expect(takenOver(fit, { k: 1, b: 0 }).wanted).toEqual({ k: 0.993867, b: 3.13647 });
});

test.each([
  [{ n: 23 }, 'few_hours'],
  [{ r2: 0.59 }, 'weak'],
  [{ r2: null }, 'weak'],
  [{ k: 11 }, 'k_limits'],
  [{ k: -1 }, 'k_limits'],
])('a fit of %j is not offered: %s', (part, why) => {
  const fit = { k: 1.1, b: 2, r2: 0.9, rmse: 1, n: 100, ...part };
  expect(takenOver(fit, { k: 1, b: 0 })).toEqual({ wanted: null, why });
});

test('without knowing what the device holds nothing is offered', () => {
  expect(takenOver({ k: 1.1, b: 2, r2: 0.9, rmse: 1, n: 100 }, undefined).why).toBe('kb_unknown');
});
