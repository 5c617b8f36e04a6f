import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { packets } from '#shared/contract/packets/packets.ts';
import type { WhyCell } from '#shared/contract/reports/reports.ts';
import { ok, showPage, signInAs, stubServer } from '#web/ui/testing.tsx';
import { PacketsLink } from './PacketsLink.tsx';
import { PacketsOfHour } from './PacketsOfHour.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const site = { site_id: 7, site_name: '站', mn: 'MN7', site_type: 'air', virtual_data: false } as const;
const ts = '2026-11-01T00:00:00.000Z';
const why: Pick<WhyCell, 'site' | 'unpacked'> = {
  site,
  unpacked: { why: 'unkept', days: null, searchable: true, held: 0 },
};
const away = { code: 503, status: 503, detail: 'database_away' };
const AWAY = /数据库/;

describe('packets of a value', () => {
  test('are led to where there are some, and said not to be kept where there are none', async () => {
    signInAs(0);
    stubServer({ [packets.list.path]: () => ok({ data_info: [], total: 0 }) });
    await showPage(<PacketsOfHour why={why} hour={ts} />);
    expect(await screen.findByText('没有保存这一小时的原始报文')).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
  });

  test('are not said to be missing while nobody can look', async () => {
    signInAs(0);
    stubServer({ [packets.list.path]: () => away });
    await showPage(
      <>
        <PacketsOfHour why={why} hour={ts} />
        <p>
          <PacketsLink site={site} ts={ts} />
        </p>
      </>,
    );
    await waitFor(() => expect(screen.getAllByText(AWAY)).toHaveLength(2));
    expect(screen.queryByText('没有保存这一小时的原始报文')).toBeNull();
    expect(screen.queryByText('–')).toBeNull();
  });
});
