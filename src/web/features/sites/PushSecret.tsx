import { CopyOutlined } from '@ant-design/icons';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { pushSecrets } from '#shared/contract/sites/push.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { showTime } from '#web/ui/show-time.ts';
import { useCopy } from '#web/ui/useCopy.ts';
import styles from './push-secret.module.css';
import type { Site } from './useSiteActions.tsx';

/** Secret with which a site signs its uploads, and the address to post them to. */
export function PushSecret({ site, onClosed }: { site: Site; onClosed(): void }) {
  const t = useT();
  const language = useLanguage();
  const [open, setOpen] = useState(true);
  const { site_id, site_name, mn } = site;
  const found = useCall(pushSecrets.get, { site_id });
  const options = { refresh: [pushSecrets.get] };
  const renew = useAction(pushSecrets.renew, options);
  const revoke = useAction(pushSecrets.revoke, { ...options, done: 'pushSecret.revoked' });
  const secret = found.data?.secret;
  return (
    <Modal
      open={open}
      title={t('pushSecret.title', { name: site_name })}
      footer={null}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      <p>{t('pushSecret.hint')}</p>
      <Copied label={t('pushSecret.address')} text={`${location.origin}/push/${encodeURIComponent(mn)}`} />
      {found.error && <ListError error={found.error} onRetry={() => void found.refetch()} />}
      {!found.data && !found.error && <ListSkeleton />}
      {found.data && !secret && (
        <Button type="primary" loading={renew.pending} onClick={() => void renew.run({ site_id })}>
          {t('pushSecret.make')}
        </Button>
      )}
      {found.data && secret && (
        <>
          <Copied label={t('pushSecret.secret')} text={secret} />
          <p className={styles.since}>
            {t('pushSecret.since', { time: showTime(found.data.created_at ?? '', language) })}
          </p>
          <div className={styles.actions}>
            <ConfirmButton
              question={{
                title: t('pushSecret.renew_title'),
                text: t('pushSecret.renew_text'),
                ok: t('pushSecret.renew'),
                danger: true,
              }}
              onConfirm={() => renew.run({ site_id })}
            >
              {t('pushSecret.renew')}
            </ConfirmButton>
            <ConfirmButton
              question={{
                title: t('pushSecret.revoke_title'),
                text: t('pushSecret.revoke_text'),
                ok: t('pushSecret.revoke'),
                danger: true,
              }}
              onConfirm={() => revoke.run({ site_id })}
            >
              {t('pushSecret.revoke')}
            </ConfirmButton>
          </div>
        </>
      )}
    </Modal>
  );
}

function Copied({ label, text }: { label: string; text: string }) {
  const t = useT();
  const copy = useCopy();
  return (
    <div className={styles.copied}>
      <span>{label}</span>
      <code>{text}</code>
      <Button
        size="small"
        icon={<CopyOutlined />}
        aria-label={t('pushSecret.copy', { what: label })}
        onClick={() => void copy(text)}
      />
    </div>
  );
}
