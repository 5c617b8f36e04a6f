import { App } from 'antd';
import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { useT } from '#web/i18n.ts';

/** Asks before a page with unsaved changes is left: by a link, by Back, or by closing the window. */
export function useLeaveGuard(dirty: boolean): void {
  const t = useT();
  const { modal } = App.useApp();
  const asking = useRef(false);
  const blocker = useBlocker(
    // Filters and paging change only the query: the page and what was typed stay.
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (blocker.state !== 'blocked' || asking.current) return;
    asking.current = true;
    void modal.confirm({
      title: t('common.unsaved_changes.title'),
      content: t('common.unsaved_changes.text'),
      okText: t('common.unsaved_changes.leave'),
      cancelText: t('common.unsaved_changes.stay'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => blocker.proceed(),
      onCancel: () => blocker.reset(),
      afterClose: () => {
        asking.current = false;
      },
    });
  }, [blocker, modal, t]);

  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);
}
