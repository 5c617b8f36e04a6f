import { Modal, QRCode } from 'antd';
import { useState } from 'react';
import { useT } from '#web/i18n.ts';
import styles from './files.module.css';

interface AppQrDialogProps {
  name: string;
  projectId: number;
  onClosed(): void;
}

/** QR code that opens the download page at this app. */
export function AppQrDialog({ name, projectId, onClosed }: AppQrDialogProps) {
  const t = useT();
  const [open, setOpen] = useState(true);
  const address = new URL(`/download?app=${projectId}`, window.location.origin).href;
  return (
    <Modal
      open={open}
      title={t('appProjects.qr_title', { name })}
      footer={null}
      width={360}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      <figure className={styles.qr}>
        {/* Black on white in both themes, for cameras. */}
        <QRCode
          value={address}
          size={240}
          type="svg"
          color="#000000"
          bgColor="#ffffff"
          aria-label={t('appProjects.qr_title', { name })}
        />
        <figcaption>
          <a href={address} target="_blank" rel="noreferrer">
            {address}
          </a>
        </figcaption>
      </figure>
    </Modal>
  );
}
