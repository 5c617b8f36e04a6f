import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { certificateStates, certificates, scoreActions } from '#shared/contract/learning/scores.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { Status, type StatusTone } from '#web/ui/Status.tsx';
import { useList } from '#web/ui/useList.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { assessmentFilter } from './assessment-filter.ts';

const tones: Record<(typeof certificateStates)[number], StatusTone> = {
  valid: 'good',
  expiring: 'notice',
  expired: 'bad',
  revoked: 'quiet',
};

/** Certificates with their expiry date; those that expire soon come first. */
export function Certificates() {
  const t = useT();
  const list = useList(certificates);
  const mayRevoke = useMay(scoreActions.revoke.needs);
  const revoking = useOpened<{ certificate_id: number; real_name: string }>();
  return (
    <>
      <DataTable
        list={list}
        rowKey="certificate_id"
        columns={[
          'real_name',
          'assessment_name',
          {
            key: 'state',
            show: ({ state }) => <Status tone={tones[state]}>{t(`certificates.state_${state}`)}</Status>,
          },
          'issued_at',
          'expires_at',
          'days_left',
          { key: 'needed_for', sortable: false },
          { key: 'account', rare: true },
          { key: 'revoke_reason', rare: true },
        ]}
        filters={[{ key: 'state', choices: certificateStates }, assessmentFilter]}
        rowActions={(row) =>
          mayRevoke && row.state !== 'revoked'
            ? [{ label: t('certificates.revoke'), danger: true, run: () => revoking.open(row) }]
            : []
        }
      />
      {revoking.show((row) => (
        <RevokeDialog {...row} onClosed={revoking.closed} />
      ))}
    </>
  );
}

interface RevokeDialogProps {
  certificate_id: number;
  real_name: string;
  onClosed(): void;
}

function RevokeDialog({ certificate_id, real_name, onClosed }: RevokeDialogProps) {
  const t = useT();
  const [open, setOpen] = useState(true);
  const [reason, setReason] = useState('');
  const revoke = useAction(scoreActions.revoke, {
    refresh: [certificates.list],
    done: 'certificates.revoked',
  });
  return (
    <Modal
      open={open}
      title={t('certificates.revoke_of', { name: real_name })}
      okText={t('certificates.revoke')}
      okButtonProps={{ danger: true, disabled: reason.trim() === '', loading: revoke.pending }}
      onOk={() =>
        void revoke.run({ certificate_id, reason }).then(
          () => setOpen(false),
          () => undefined,
        )
      }
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      <Form layout="vertical">
        <Form.Item label={t('certificates.reason')} required htmlFor="revoke-reason">
          <Input
            id="revoke-reason"
            maxLength={200}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
