import { expect, test } from 'vitest';
import { screenAt } from '#shared/menu.ts';
import { siteLinks } from './site-links.ts';

const site = { site_id: 7, mn: 'A 1', site_type: 'mobile' as const };

test('every link leads to a screen, for this site', () => {
  for (const { to } of siteLinks(site)) {
    expect(screenAt(to), to).toBeDefined();
    expect(to).toMatch(/=7\b|=A%201$/);
  }
});

test('water has no index of the air', () => {
  const paths = siteLinks({ ...site, site_type: 'water' }).map(({ to }) => to);
  expect(paths.some((to) => /airindexforms|goodrate|trackmap/.test(to))).toBe(false);
});
