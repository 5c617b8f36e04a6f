import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { showPage } from './testing.tsx';
import { useLeaveGuard } from './useLeaveGuard.tsx';

afterEach(cleanup);

function Guarded({ dirty }: { dirty: boolean }) {
  useLeaveGuard(dirty);
  return <p>{'editor'}</p>;
}

/** An editor with unsaved changes; tests save or replace it. */
function Page() {
  const [dirty, setDirty] = useState(true);
  const [round, setRound] = useState(1);
  return (
    <>
      <button type="button" onClick={() => setDirty(false)}>
        {'save'}
      </button>
      <button type="button" onClick={() => setRound(2)}>
        {'replace'}
      </button>
      <Guarded key={round} dirty={dirty} />
    </>
  );
}

async function tryToLeave() {
  const { router } = await showPage(<Page />);
  await act(() => router.navigate('/elsewhere'));
  await screen.findByRole('dialog');
  return router;
}

const button = (name: string) => screen.getByRole('button', { name });
const noDialog = () => waitFor(() => expect(screen.queryAllByRole('dialog')).toEqual([]));

test('staying keeps the page, leaving leaves it', async () => {
  const router = await tryToLeave();
  fireEvent.click(button('继续编辑'));
  await noDialog();
  expect(screen.getByText('editor')).toBeTruthy();
  await act(() => router.navigate('/elsewhere'));
  fireEvent.click(await screen.findByRole('button', { name: '离开' }));
  await screen.findByText('elsewhere');
});

test('another step while it is being asked replaces the question', async () => {
  const router = await tryToLeave();
  await act(() => router.navigate('/elsewhere?by=another-link'));
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
  fireEvent.click(button('离开'));
  await screen.findByText('elsewhere');
  expect(router.state.location.search).toBe('?by=another-link');
});

test('what is saved while it is being asked needs no answer', async () => {
  await tryToLeave();
  fireEvent.click(button('save'));
  await screen.findByText('elsewhere');
  await noDialog();
});

test('a question whose editor has gone goes with it', async () => {
  const router = await tryToLeave();
  fireEvent.click(button('replace'));
  await noDialog();
  expect(router.state.location.pathname).toBe('/page');
});
