import { App } from 'antd';
import { type ReactNode, useCallback } from 'react';
import { useT } from '#web/i18n.ts';

export interface Question {
  title: string;
  /** Names what will be lost or changed. */
  text?: ReactNode;
  ok: string;
  cancel?: string;
  danger?: boolean;
}

/** Asks before it acts. The dialog stays, busy, until the act is over. */
export function useConfirm(): (question: Question, act: () => unknown) => void {
  const t = useT();
  const { modal } = App.useApp();
  return useCallback(
    ({ title, text, ok, cancel, danger }, act) => {
      modal.confirm({
        title,
        content: text,
        okText: ok,
        cancelText: cancel ?? t('common.cancel'),
        okButtonProps: { danger },
        focusable: { autoFocusButton: danger ? 'cancel' : 'ok' },
        onOk: async () => {
          // `useAction` has already said what went wrong; closing lets the user read it and choose again.
          await Promise.resolve(act()).catch(() => undefined);
        },
      });
    },
    [modal, t],
  );
}

/** Goes at once when nothing would be lost by it, and asks otherwise. */
export function useLeaving(): (dirty: boolean, go: () => void) => void {
  const t = useT();
  const ask = useConfirm();
  return (dirty, go) => {
    if (!dirty) return go();
    ask(
      {
        title: t('common.unsaved_changes.title'),
        text: t('common.unsaved_changes.text'),
        ok: t('common.unsaved_changes.leave'),
        cancel: t('common.unsaved_changes.stay'),
        danger: true,
      },
      go,
    );
  };
}
