import { ArrowUpOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { packets } from '#shared/contract/packets/packets.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import type { List } from '#web/ui/useList.ts';
import styles from './packets.module.css';
import type { PacketRow } from './rows.ts';

const lookAgainMs = 3000;

/**
 * Number of packets received since the newest listed one, loaded on request: rows that move by themselves are hard to
 * read. Only for lists sorted newest first without an end time.
 */
export function NewPackets({ list }: { list: List<PacketRow> }) {
  const t = useT();
  const { query, rows, reload } = list;
  const isNewestFirst = !query.sort || query.order === 'desc';
  const isLive = rows !== undefined && query.page_index === 1 && !query.received_at_to && isNewestFirst;
  const [opened] = useState(Date.now);
  const newest = rows?.[0] ? Date.parse(rows[0].received_at) : opened;
  const answer = useCall(
    packets.list,
    { ...query, page_size: 1, received_at_from: new Date(newest + 1).toISOString() },
    { enabled: isLive, refetchMs: lookAgainMs },
  );
  const count = answer.data?.total ?? 0;
  if (!isLive || count === 0) return null;
  return (
    <div className={styles.news} role="status">
      <Button type="primary" shape="round" size="small" icon={<ArrowUpOutlined />} onClick={reload}>
        {t(answer.data?.more ? 'packetsPage.news_more' : 'packetsPage.news', { count })}
      </Button>
    </div>
  );
}
