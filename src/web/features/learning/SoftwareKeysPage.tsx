import { PlusOutlined } from '@ant-design/icons';
import { Button, Modal, Tabs, Typography } from 'antd';
import { useState } from 'react';
import { keyStates, softwareKeyActions, softwareKeys } from '#shared/contract/learning/software-keys.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { Page } from '#web/ui/Page.tsx';
import { Status } from '#web/ui/Status.tsx';
import { showTime } from '#web/ui/show-time.ts';
import { useAddress } from '#web/ui/useAddress.ts';
import { useList } from '#web/ui/useList.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { KeySheet } from './KeySheet.tsx';
import { KeyVerify } from './KeyVerify.tsx';
import { keyTones } from './key-tones.ts';
import { ReasonDialog } from './ReasonDialog.tsx';
import styles from './software-keys.module.css';

interface IssuedKey {
  key_text: string;
  expires_at: string;
  /** True right after issuing; false when viewing an older key. */
  isNew: boolean;
}

/** Issued keys, issuing new ones, and verification. */
export function SoftwareKeysPage() {
  const t = useT();
  const { params, change } = useAddress();
  const mayIssue = useMay(softwareKeyActions.issue.needs);
  const issuing = useOpened<void>();
  const shown = useOpened<IssuedKey>();
  const add = mayIssue && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => issuing.open()}>
      {t('softwareKeys.issue')}
    </Button>
  );
  return (
    <Page hint={t('softwareKeys.hint')} actions={add}>
      <Tabs
        activeKey={params.get('tab') === 'verify' ? 'verify' : 'issued'}
        onChange={(tab) => change({ tab: tab === 'issued' ? undefined : tab })}
        destroyOnHidden
        items={[
          {
            key: 'issued',
            label: t('softwareKeys.tab_issued'),
            children: <Issued add={add} onShow={shown.open} />,
          },
          { key: 'verify', label: t('softwareKeys.tab_verify'), children: <KeyVerify /> },
        ]}
      />
      {issuing.show(() => (
        <KeySheet onIssued={(key) => shown.open({ ...key, isNew: true })} onClosed={issuing.closed} />
      ))}
      {shown.show((key) => (
        <KeyDialog issued={key} onClosed={shown.closed} />
      ))}
    </Page>
  );
}

function KeyDialog({ issued, onClosed }: { issued: IssuedKey; onClosed(): void }) {
  const t = useT();
  const language = useLanguage();
  const [isOpen, setOpen] = useState(true);
  return (
    <Modal
      title={t(issued.isNew ? 'softwareKeys.issued_title' : 'softwareKeys.key_text')}
      open={isOpen}
      footer={null}
      width={640}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      {issued.isNew && <p>{t('softwareKeys.issued_hint')}</p>}
      <Typography.Paragraph className={styles.key} copyable={{ text: issued.key_text }}>
        {issued.key_text}
      </Typography.Paragraph>
      <p>{`${t('softwareKeys.expires_at')} ${showTime(issued.expires_at, language)}`}</p>
    </Modal>
  );
}

function Issued({ add, onShow }: { add: React.ReactNode; onShow(key: IssuedKey): void }) {
  const t = useT();
  const list = useList(softwareKeys);
  const mayIssue = useMay(softwareKeyActions.issue.needs);
  const getting = useAction(softwareKeyActions.get);
  const revoking = useAction(softwareKeyActions.revoke, {
    refresh: [softwareKeys.list],
    done: 'softwareKeys.revoked',
  });
  const revoked = useOpened<{ key_id: number; dc: string }>();
  return (
    <>
      <DataTable
        list={list}
        rowKey="key_id"
        add={add}
        columns={[
          'dc',
          {
            key: 'state',
            show: ({ state }) => <Status tone={keyTones[state]}>{t(`softwareKeys.state_${state}`)}</Status>,
          },
          'ckb',
          'duration_days',
          'issued_by_name',
          'issued_at',
          'expires_at',
          'remark',
          { key: 'revoked_by_name', rare: true },
          { key: 'revoked_at', rare: true },
          { key: 'revoke_reason', rare: true },
        ]}
        filters={[
          { key: 'state', choices: keyStates },
          { key: 'issued_at', as: 'range' },
        ]}
        rowActions={({ key_id, dc, state }) =>
          mayIssue
            ? [
                {
                  label: t('softwareKeys.show'),
                  run: async () => onShow({ ...(await getting.run({ key_id })), isNew: false }),
                },
                ...(state === 'revoked'
                  ? []
                  : [
                      {
                        label: t('softwareKeys.revoke'),
                        danger: true,
                        run: () => revoked.open({ key_id, dc }),
                      },
                    ]),
              ]
            : []
        }
      />
      {revoked.show(({ key_id, dc }) => (
        <ReasonDialog
          title={t('softwareKeys.revoke_question', { dc })}
          hint={t('softwareKeys.revoke_text')}
          label={t('softwareKeys.reason')}
          ok={t('softwareKeys.revoke')}
          danger
          onOk={(reason) => revoking.run({ key_id, reason })}
          onClosed={revoked.closed}
        />
      ))}
    </>
  );
}
