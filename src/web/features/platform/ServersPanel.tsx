import { QuestionCircleOutlined } from '@ant-design/icons';
import { Table, type TableColumnsType, Tag, Tooltip } from 'antd';
import type { ServerState } from '#shared/contract/platform/platform-status.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { Status } from '#web/ui/Status.tsx';
import { showTime } from '#web/ui/show-time.ts';
import { grouped } from './grouped.ts';
import styles from './upkeep.module.css';

/** Who works on this database, and what each one does. */
export function ServersPanel({ servers }: { servers: readonly ServerState[] }) {
  const t = useT();
  const columns = useServerColumns();
  return (
    <section className={styles.panel} aria-label={t('platformStatus.servers')}>
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
      />
    </section>
  );
}

function useServerColumns(): TableColumnsType<ServerState> {
  const t = useT();
  const language = useLanguage();
  return [
    {
      key: 'server',
      title: t('platformStatus.server'),
      render: (_value, server) => <ServerName server={server} />,
    },
    {
      key: 'roles',
      title: t('platformStatus.roles'),
      render: (_value, { roles }) =>
        roles.map((role) => <Tag key={role}>{t(`platformStatus.role_${role}`)}</Tag>),
    },
    {
      key: 'last_sign',
      title: t('platformStatus.last_sign'),
      render: (_value, server) => <LastSign server={server} />,
    },
    {
      key: 'since',
      title: t('platformStatus.since'),
      render: (_value, { started_at }) => showTime(started_at, language),
    },
    ...(['stations', 'viewers'] as const).map((figure) => ({
      key: figure,
      title: t(`platformStatus.${figure}`),
      align: 'end' as const,
      render: (_value: unknown, { alive, [figure]: count }: ServerState) => (alive ? grouped(count) : '–'),
    })),
    {
      key: 'duties',
      title: (
        <Tooltip title={t('platformStatus.duties_hint')}>
          {t('platformStatus.duties')} <QuestionCircleOutlined className={styles.hint} />
        </Tooltip>
      ),
      render: (_value, { duties }) =>
        duties.length > 0
          ? duties.map((duty) => t(`platformStatus.duty_${duty}`)).join(t('lists.between'))
          : t('platformStatus.no_duties'),
    },
  ];
}

function ServerName({ server }: { server: ServerState }) {
  const t = useT();
  const { host, address, gateway_port, version, is_this } = server;
  const facts = [
    address ?? t('platformStatus.opening'),
    gateway_port === null ? '' : t('platformStatus.gateway_port', { port: gateway_port }),
    version && t('platformStatus.server_version', { version }),
  ];
  return (
    <div className={styles.job}>
      <strong>{host}</strong> {is_this && <Tag color="processing">{t('platformStatus.is_this')}</Tag>}
      <span>{facts.filter(Boolean).join(' · ')}</span>
    </div>
  );
}

function LastSign({ server: { alive, seen_at, silent_seconds } }: { server: ServerState }) {
  const t = useT();
  const language = useLanguage();
  if (alive)
    return (
      <Status tone="good">
        {t('platformStatus.alive', { seconds: Math.max(0, Math.round(silent_seconds)) })}
      </Status>
    );
  return (
    <div className={styles.when}>
      <Status tone="bad">{t('platformStatus.gone')}</Status>
      <span>{showTime(seen_at, language)}</span>
    </div>
  );
}
