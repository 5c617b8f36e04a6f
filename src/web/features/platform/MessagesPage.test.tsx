import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { messages } from '#shared/contract/platform/messages.ts';
import { ok, showPage, signInAs, stubServer } from '#web/ui/testing.tsx';
import { MessagesPage } from './MessagesPage.tsx';

const message = {
  message_id: 1,
  created_at: '2026-11-15T01:00:00.000Z',
  channel: 'webhook',
  kind: 'report',
  recipient: 'webhook',
  real_name: null,
  subject: '报表',
  body: '日报已生成',
  state: 'queued',
  provider: null,
  tries: 0,
  error: 'the webhook answered HTTP 500',
  next_at: '2026-11-15T02:30:00.000Z',
  sent_at: null,
};

beforeEach(() => signInAs(0));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a waiting message, opened, says why it waits and when it is tried next', async () => {
  stubServer({ [messages.list.path]: () => ok({ data_info: [message], total: 1 }) });
  await showPage(<MessagesPage />);
  fireEvent.click(await screen.findByRole('button', { name: '展开详情' }));
  expect(await screen.findByText('日报已生成')).toBeTruthy();
  expect(screen.getAllByText('Webhook 应答 HTTP 500')).toHaveLength(2);
  expect(screen.getByText(/^下次尝试：.*10:30/)).toBeTruthy();
});
