import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { menus } from '#shared/contract/access/menus.ts';
import { rolePowers } from '#shared/contract/access/roles.ts';
import { ok, showPage, signInAs, stubServer } from '#web/ui/testing.tsx';
import { PageLink } from './PageLink.tsx';

afterEach(cleanup);

const none = () => ok({ data_info: [], total: 0 });

test.each([
  ['a role that may open everything', 0, '/dataanalysis/historicaldata?sites=3'],
  ['a role that may open nothing', 9, null],
])('for %s', async (_who, role_id, address) => {
  stubServer({ [menus.list.path]: none, [rolePowers.data.path]: none });
  signInAs(role_id);
  await showPage(
    <PageLink to="/dataanalysis/historicaldata?sites=3" otherwise={<span>历史</span>}>
      历史
    </PageLink>,
  );
  const shown = await screen.findByText('历史');
  if (address) await screen.findByRole('link');
  expect(screen.queryByRole('link')?.getAttribute('href') ?? null).toBe(address);
  expect(shown).toBeTruthy();
});
