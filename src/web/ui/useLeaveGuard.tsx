import { App } from 'antd';
import { useEffect } from 'react';
import { type Blocker, useBlocker } from 'react-router';
import { useT } from '#web/i18n.ts';

/** Asks before a page with unsaved changes is left: by a link, by Back, or by closing the window. */
export function useLeaveGuard(dirty: boolean): void {
  const t = useT();
  const { modal } = App.useApp();
  const blocker = useBlocker(
    // Filters and paging change only the query: the page and what was typed stay.
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  );

  // Every step that is held up has a question of its own, which goes when the step is no longer held up: a step
  // tried while the last question fades is asked about too, and no answer can be given for a page that is gone.
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    // Saved while it was being asked: nothing is lost by going on.
    if (!dirty) return goOn(blocker);
    const question = modal.confirm({
      title: t('common.unsaved_changes.title'),
      content: t('common.unsaved_changes.text'),
      okText: t('common.unsaved_changes.leave'),
      cancelText: t('common.unsaved_changes.stay'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => goOn(blocker),
      onCancel: () => blocker.reset(),
    });
    return () => question.destroy();
  }, [blocker, dirty, modal, t]);

  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);
}

/** Another step may have been let through since this one was rendered as held up: the router then refuses to go on. */
function goOn(blocker: Extract<Blocker, { state: 'blocked' }>): void {
  try {
    blocker.proceed();
  } catch {
    // Nothing is held up any more, and nothing is lost: the page has been left already.
  }
}
