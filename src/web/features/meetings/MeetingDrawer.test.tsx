import { cleanup, fireEvent, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userInfo } from '#web/api/session.ts';
import { showPage, signInAs, stubServer } from '#web/ui/testing.tsx';
import { MeetingDrawer } from './MeetingDrawer.tsx';

beforeEach(() => signInAs(0));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('cancelling all that follows asks about all that follows', async () => {
  stubServer({});
  const meeting = {
    ...{
      meeting_id: 1,
      version: 1,
      room_id: 1,
      series_id: 1,
      theme: '周会',
      description: '',
      state: 'booked',
    },
    ...{ appointer_id: userInfo()?.user.user_id, appointer_name: '林清岚', attendees: [] },
    ...{ starts_at: '2030-12-14T01:00:00.000Z', ends_at: '2030-12-14T02:00:00.000Z' },
  } as unknown as ComponentProps<typeof MeetingDrawer>['meeting'];
  await showPage(<MeetingDrawer meeting={meeting} room={undefined} onClosed={() => undefined} />);
  fireEvent.click(await screen.findByRole('button', { name: '取消本次及以后' }));
  expect(await screen.findAllByText('取消“周会”从 2030-12-14 起的所有会议？')).not.toHaveLength(0);
  expect(screen.getAllByRole('button', { name: '取消本次及以后' })).not.toHaveLength(0);
  expect(screen.queryByText('取消 2030-12-14 的会议“周会”？')).toBeNull();
});
