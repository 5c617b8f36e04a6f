import { Button, Drawer, Input } from 'antd';
import { useState } from 'react';
import { useLanguage, useT } from '#web/i18n.ts';
import { showInstant } from '#web/ui/show-time.ts';
import { Explanation } from '#web/widgets/packet/Explanation.tsx';
import styles from './packets.module.css';
import type { PacketRow } from './rows.ts';

interface DecodeDrawerProps {
  /** The packet to decode; without it the drawer asks for text. */
  packet?: PacketRow;
  onClosed(): void;
}

export function DecodeDrawer({ packet, onClosed }: DecodeDrawerProps) {
  const t = useT();
  const language = useLanguage();
  const [isOpen, setOpen] = useState(true);
  const title = packet
    ? `${t(`packets.outgoing_${packet.outgoing}`)} · ${showInstant(packet.received_at, language)}`
    : t('packetsPage.paste');
  return (
    <Drawer
      open={isOpen}
      onClose={() => setOpen(false)}
      afterOpenChange={(open) => !open && onClosed()}
      size={860}
      title={title}
    >
      {packet ? (
        <Explanation of={{ packet_id: packet.packet_id, received_at: packet.received_at }} />
      ) : (
        <Pasted />
      )}
    </Drawer>
  );
}

function Pasted() {
  const t = useT();
  const [text, setText] = useState('');
  const [asked, setAsked] = useState<string>();
  return (
    <>
      <div className={styles.paste}>
        <Input.TextArea
          autoFocus
          className={styles.code}
          autoSize={{ minRows: 4, maxRows: 10 }}
          maxLength={20_000}
          placeholder={t('packetsPage.paste_placeholder')}
          aria-label={t('packets.paste')}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="primary" disabled={text.trim() === ''} onClick={() => setAsked(text.trim())}>
          {t('packets.decode')}
        </Button>
      </div>
      {asked && <Explanation of={{ raw: asked }} />}
    </>
  );
}
