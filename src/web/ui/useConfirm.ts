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

/** Confirmation dialog; stays open and busy until the action has finished. */
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
          // `useAction` has already shown the error; closing lets the user decide again.
          await Promise.resolve(act()).catch(() => undefined);
        },
      });
    },
    [modal, t],
  );
}

/** Leaves at once if nothing would be lost, otherwise asks. */
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
