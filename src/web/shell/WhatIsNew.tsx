import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { versionNews, versions } from '#shared/contract/platform/versions.ts';
import { useMay } from '#web/api/powers.ts';
import { useSession } from '#web/api/session.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';
import styles from './what-is-new.module.css';

/** Release notes, shown once per user after an upgrade. */
export function WhatIsNew() {
  const t = useT();
  const language = useLanguage();
  const navigate = useNavigate();
  const mayReadAll = useMay(versions.list.needs);
  const enabled = useSession() !== undefined;
  const { data } = useCall(
    versionNews.first,
    {},
    { shell: true, enabled, staleMs: Number.POSITIVE_INFINITY },
  );
  const seen = useAction(versionNews.seen, { shell: true });
  const [closed, setClosed] = useState(false);
  const version = data?.version;
  if (!version?.is_new) return null;

  const close = () => {
    setClosed(true);
    seen.run({ version_id: version.version_id }).catch(() => undefined);
  };
  return (
    <Modal
      open={!closed}
      title={t('versions.new_title', { number: version.version_number })}
      onCancel={close}
      footer={
        <>
          {mayReadAll && (
            <Button
              onClick={() => {
                close();
                void navigate('/logs/versions');
              }}
            >
              {t('versions.new_all')}
            </Button>
          )}
          <Button type="primary" autoFocus onClick={close}>
            {t('versions.new_ok')}
          </Button>
        </>
      }
    >
      <p className={styles.text}>{localName(version, 'version_text', language)}</p>
    </Modal>
  );
}
