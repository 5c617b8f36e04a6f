import { Form, Input } from 'antd';
import { useMemo, useState } from 'react';
import { decoding } from '#shared/contract/packets/packets.ts';
import { useMay } from '#web/api/powers.ts';
import { useT } from '#web/i18n.ts';
import type { Values } from '#web/ui/form-field.ts';
import { useSettled } from '#web/ui/useSettled.ts';
import { Explanation } from '#web/widgets/packet/Explanation.tsx';
import styles from './try-packet.module.css';
import { draftOf } from './try-packet.ts';

/** Decodes a pasted packet with the protocol as currently edited. */
export function TryPacket() {
  const t = useT();
  const may = useMay(decoding.decode.needs);
  const values = Form.useWatch<Values>([]);
  const [text, setText] = useState('');
  const trial = useMemo(() => ({ raw: text.trim(), agreement: draftOf(values ?? {}) }), [text, values]);
  const asked = useSettled(trial);
  if (!may) return null;
  return (
    <section className={styles.trial}>
      <h3>{t('agreements.try')}</h3>
      <p>{t('agreements.try_hint')}</p>
      <Input.TextArea
        className={styles.packet}
        autoSize={{ minRows: 3, maxRows: 8 }}
        maxLength={20_000}
        placeholder={t('packetsPage.paste_placeholder')}
        aria-label={t('agreements.try')}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {asked.raw !== '' &&
        (asked.agreement ? <Explanation of={asked} /> : <p>{t('agreements.try_unfinished')}</p>)}
    </section>
  );
}
