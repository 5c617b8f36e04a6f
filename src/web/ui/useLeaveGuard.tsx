import { App } from 'antd';
import { useEffect } from 'react';
import { type Blocker, useBlocker } from 'react-router';
import { useT } from '#web/i18n.ts';

/** Asks before leaving a page with unsaved changes: by a link, by Back, or by closing the window. */
export function useLeaveGuard(dirty: boolean): void {
  const t = useT();
  const { modal } = App.useApp();
  const blocker = useBlocker(
    // Filters and paging change only the query: the page and its input stay.
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  );

  // Each blocked navigation has its own dialog, destroyed when the navigation is unblocked: this covers a navigation
  // during the closing animation, and prevents answers for a page that is gone.
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    // Saved while the dialog was open.
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

/** Another navigation may have been let through since: the router then throws. */
function goOn(blocker: Extract<Blocker, { state: 'blocked' }>): void {
  try {
    blocker.proceed();
  } catch {
    // Nothing is blocked any more: the page has been left.
  }
}
