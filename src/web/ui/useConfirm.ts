import { App } from 'antd';
import { type ReactNode, useCallback } from 'react';
import { useT } from '#web/i18n.ts';

export interface Question {
  title: string;
  /** Names what will be lost or changed. */
  text?: ReactNode;
  ok: string;
  danger?: boolean;
}

/** Asks before it acts. The dialog stays, busy, until the act is over. */
export function useConfirm(): (question: Question, act: () => unknown) => void {
  const t = useT();
  const { modal } = App.useApp();
  return useCallback(
    ({ title, text, ok, danger }, act) => {
      modal.confirm({
        title,
        content: text,
        okText: ok,
        cancelText: t('common.cancel'),
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
