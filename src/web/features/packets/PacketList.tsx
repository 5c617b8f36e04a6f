import { Button, Tooltip } from 'antd';
import { Link } from 'react-router';
import { packetSource, packets, verdict } from '#shared/contract/packets/packets.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { showInstant } from '#web/ui/show-time.ts';
import { useList } from '#web/ui/useList.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { siteFilter } from '#web/widgets/filters.tsx';
import { Verdict } from '#web/widgets/packet/Verdict.tsx';
import { Command } from './Command.tsx';
import { DecodeDrawer } from './DecodeDrawer.tsx';
import { NewPackets } from './NewPackets.tsx';
import styles from './packets.module.css';
import type { PacketRow } from './rows.ts';

/** The most frequent commands. */
const commands = [
  '2011',
  '2051',
  '2061',
  '2031',
  '2021',
  '3020',
  '1013',
  '9011',
  '9012',
  '9013',
  '9014',
  '9015',
];

export function PacketList() {
  const t = useT();
  const language = useLanguage();
  const explained = useOpened<PacketRow>();
  const list = useList(packets);
  return (
    <>
      <NewPackets list={list} />
      <DataTable
        list={list}
        rowKey="packet_id"
        columns={[
          { key: 'received_at', show: ({ received_at }) => showInstant(received_at, language) },
          {
            key: 'outgoing',
            sortable: false,
            show: ({ outgoing }) => (
              <span className={outgoing ? styles.down : styles.up}>{t(`packets.outgoing_${outgoing}`)}</span>
            ),
          },
          { key: 'site_name', sortable: false, show: (row) => <Speaker row={row} /> },
          { key: 'cn', sortable: false, show: (row) => <Command row={row} /> },
          {
            key: 'st',
            sortable: false,
            show: ({ st }) => (
              <Tooltip title={t.has(`wire.st_${st}`) ? t.tx(`wire.st_${st}`) : undefined}>
                {st || '–'}
              </Tooltip>
            ),
          },
          {
            key: 'verdict',
            sortable: false,
            show: ({ verdict, accepted }) => <Verdict verdict={verdict} accepted={accepted} />,
          },
          {
            key: 'deviations',
            sortable: false,
            show: ({ deviations }) => <Deviations found={deviations} />,
          },
          {
            key: 'raw',
            sortable: false,
            show: (row) => (
              <Button type="text" size="small" className={styles.line} onClick={() => explained.open(row)}>
                {row.raw.trim()}
              </Button>
            ),
          },
          {
            key: 'source',
            rare: true,
            sortable: false,
            show: ({ source }) => t(`packets.source_${source}`),
          },
          { key: 'size', rare: true, sortable: false },
          { key: 'qn', rare: true, sortable: false },
          { key: 'remote', rare: true, sortable: false },
        ]}
        filters={[
          { key: 'received_at', as: 'range' },
          { key: 'data_time', as: 'range' },
          siteFilter,
          { key: 'mn', as: 'text' },
          { key: 'cn', choices: commands },
          { key: 'verdict', choices: verdict.options },
          { key: 'source', choices: packetSource.options },
          { key: 'outgoing', choices: ['false', 'true'] },
        ]}
        rowActions={(row) => [{ label: t('packets.decode'), run: () => explained.open(row) }]}
      />
      {explained.show((packet) => (
        <DecodeDrawer packet={packet} onClosed={explained.closed} />
      ))}
    </>
  );
}

/** Sender: a link to the site, or the MN of an unregistered device. */
function Speaker({ row: { site_id, site_name, mn } }: { row: PacketRow }) {
  const t = useT();
  return (
    <span className={styles.speaker}>
      {site_id === null ? (
        <i>{t('packetsPage.stranger')}</i>
      ) : (
        <Link to={`/sites/${encodeURIComponent(mn)}`}>{site_name}</Link>
      )}
      <small>{mn || '–'}</small>
    </span>
  );
}

function Deviations({ found }: { found: readonly string[] }) {
  const t = useT();
  if (found.length === 0) return <span className={styles.none}>{'0'}</span>;
  const words = found.map((one) => (t.has(`wire.deviation_${one}`) ? t.tx(`wire.deviation_${one}`) : one));
  return (
    <Tooltip title={words.map((word) => <div key={word}>{word}</div>)}>
      <span className={styles.deviations}>{found.length}</span>
    </Tooltip>
  );
}
