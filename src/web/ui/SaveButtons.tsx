import { Button } from 'antd';
import { useT } from '#web/i18n.ts';
import { ConfirmButton } from './ConfirmButton.tsx';

interface SaveButtonsProps {
  dirty: boolean;
  saving: boolean;
  save: string;
  discard: string;
  onSave(): unknown;
  onDiscard(): void;
}

/** Saves or discards the changes of an editor; discarding asks first. */
export function SaveButtons({ dirty, saving, save, discard, onSave, onDiscard }: SaveButtonsProps) {
  const t = useT();
  return (
    <>
      <ConfirmButton
        disabled={!dirty || saving}
        question={{
          title: t('common.unsaved_changes.title'),
          text: t('common.unsaved_changes.text'),
          ok: discard,
          danger: true,
        }}
        onConfirm={onDiscard}
      >
        {discard}
      </ConfirmButton>
      <Button type="primary" disabled={!dirty} loading={saving} onClick={() => void onSave()}>
        {save}
      </Button>
    </>
  );
}
