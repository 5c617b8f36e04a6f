import { QuestionCircleOutlined } from '@ant-design/icons';
import { Table, type TableColumnsType, Tag, Tooltip } from 'antd';
import type { ServerState } from '#shared/contract/platform/platform-status.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { grouped } from '#web/ui/grouped.ts';
import { reachableRows } from '#web/ui/reachable-rows.ts';
import { Status } from '#web/ui/Status.tsx';
import { showTime } from '#web/ui/show-time.ts';
import styles from './servers.module.css';
import panel from './upkeep.module.css';

/** Servers on this database with their roles and state. */
export function ServersPanel({ servers }: { servers: readonly ServerState[] }) {
  const t = useT();
  const columns = useServerColumns();
  return (
    <section className={panel.panel} aria-label={t('platformStatus.servers')}>
      <header>
        <h2>{t('platformStatus.servers')}</h2>
        <p>{t('platformStatus.servers_hint')}</p>
      </header>
      <Table<ServerState>
        size="small"
        rowKey="process_id"
        columns={columns}
        dataSource={servers}
        pagination={false}
        scroll={{ x: 'max-content' }}
        onRow={reachableRows}
      />
    </section>
  );
}

/** Aligned with the title above. */
const inset = () => ({ style: { paddingInlineStart: 16 } });
const insetEnd = () => ({ style: { paddingInlineEnd: 16 } });

function useServerColumns(): TableColumnsType<ServerState> {
  const t = useT();
  return [
    {
      key: 'server',
      title: t('platformStatus.server'),
      onCell: inset,
      onHeaderCell: inset,
      render: (_value, server) => <ServerName server={server} />,
    },
    {
      key: 'does',
      title: (
        <Tooltip title={t('platformStatus.duties_hint')}>
          {t('platformStatus.does')} <QuestionCircleOutlined className={panel.hint} />
        </Tooltip>
      ),
      render: (_value, server) => <ServerDoes server={server} />,
    },
    {
      key: 'last_sign',
      title: t('platformStatus.last_sign'),
      render: (_value, server) => <LastSign server={server} />,
    },
    ...(['stations', 'viewers'] as const).map((figure) => ({
      key: figure,
      title: t(`platformStatus.${figure}`),
      align: 'end' as const,
      ...(figure === 'viewers' && { onCell: insetEnd, onHeaderCell: insetEnd }),
      render: (_value: unknown, { alive, [figure]: count }: ServerState) => (alive ? grouped(count) : '–'),
    })),
  ];
}

function ServerName({ server }: { server: ServerState }) {
  const t = useT();
  const { host, address, gateway_port, version, is_this } = server;
  const facts = [
    address ?? t('platformStatus.opening'),
    gateway_port === null ? '' : t('platformStatus.gateway_port', { port: gateway_port }),
    version && t('platformStatus.version', { version }),
  ];
  return (
    <div className={styles.name}>
      <strong>{host}</strong>
      {is_this && <Tag color="processing">{t('platformStatus.is_this')}</Tag>}
      <p>{facts.filter(Boolean).join(' · ')}</p>
    </div>
  );
}

function ServerDoes({ server: { roles, duties } }: { server: ServerState }) {
  const t = useT();
  const names = duties.map((duty) => t(`platformStatus.duty_${duty}`)).join(t('lists.between'));
  return (
    <div className={styles.does}>
      <div className={styles.roles}>
        {roles.map((role) => (
          <Tag key={role}>{t(`platformStatus.role_${role}`)}</Tag>
        ))}
      </div>
      {names && <p>{t('platformStatus.duties', { names })}</p>}
    </div>
  );
}

function LastSign({ server: { alive, seen_at, silent_seconds, started_at } }: { server: ServerState }) {
  const t = useT();
  const language = useLanguage();
  const seconds = Math.max(0, Math.round(silent_seconds));
  return (
    <div className={styles.sign}>
      <Status tone={alive ? 'good' : 'bad'}>
        {alive
          ? t('platformStatus.alive', { seconds })
          : t('platformStatus.gone', { at: showTime(seen_at, language) })}
      </Status>
      <p>{t('platformStatus.since', { at: showTime(started_at, language) })}</p>
    </div>
  );
}
