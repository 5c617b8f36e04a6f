import { Input, Modal } from 'antd';
import { useState } from 'react';
import { corrections } from '#shared/contract/control/corrections.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { correctionReads } from './correction-reads.ts';

interface PlaceDialogProps {
  site_id: number;
  place: 'device' | 'platform';
  onClosed(): void;
}

/** Changes the place of correction; requires a reason. */
export function PlaceDialog({ site_id, place, onClosed }: PlaceDialogProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(true);
  const [reason, setReason] = useState('');
  const moving = useAction(corrections.place, { refresh: correctionReads });
  const save = async () => {
    await moving.run({ site_id, place, reason });
    setOpen(false);
  };
  return (
    <Modal
      open={isOpen}
      title={t(`corrections.to_${place}`)}
      okText={t(`corrections.to_${place}`)}
      okButtonProps={{ disabled: reason.trim() === '', loading: moving.pending }}
      cancelText={t('common.cancel')}
      onOk={() => void save().catch(() => undefined)}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      <p>{t(`corrections.to_${place}_text`)}</p>
      <Input.TextArea
        aria-label={t('corrections.reason')}
        placeholder={t('corrections.reason_hint')}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Modal>
  );
}
