import { Collapse } from 'antd';
import type { Explained } from '#shared/contract/packets/packets.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { ExplainedPacket } from './ExplainedPacket.tsx';
import styles from './explained-packet.module.css';
import { Verdict } from './Verdict.tsx';

/** Several packets in their order, collapsed to one line each. */
export function ExplainedPackets({ packets }: { packets: readonly Explained[] }) {
  const t = useT();
  return (
    <section>
      <p>{t('packetsPage.frames', { count: packets.length })}</p>
      <Collapse
        defaultActiveKey="0"
        destroyOnHidden
        items={packets.map((packet, number) => ({
          key: String(number),
          label: <Line packet={packet} number={number + 1} />,
          children: <ExplainedPacket packet={packet} />,
        }))}
      />
    </section>
  );
}

/** Summary line of a packet. */
function Line({ packet, number }: { packet: Explained; number: number }) {
  const language = useLanguage();
  const field = (name: string) =>
    [...packet.header, ...packet.groups.flat()].find((one) => one.name.toUpperCase() === name);
  const command = field('CN');
  const time = field('DATATIME');
  return (
    <span className={styles.line}>
      <b>{number}</b>
      <span>{[command?.value, command?.meaning?.[language]].filter(Boolean).join(' ')}</span>
      <span>{time?.meaning?.[language] ?? time?.value}</span>
      <span>{packet.site?.site_name ?? field('MN')?.value}</span>
      <Verdict verdict={packet.verdict} accepted={packet.accepted} />
    </span>
  );
}
