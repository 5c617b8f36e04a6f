import { onlineActions, onlineUsers } from '#shared/contract/access/users.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import type { Action } from '#web/ui/actions.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { Named } from '#web/ui/Named.tsx';
import { useList } from '#web/ui/useList.ts';
import { deviceName } from './device-name.ts';

type Online = AnswerOf<typeof onlineUsers.list>['data_info'][number];

/** Active sessions by device, with buttons to end them. */
export function OnlineUsers() {
  const t = useT();
  const mayEnd = useMay(onlineActions.out.needs);
  const out = useAction(onlineActions.out, { refresh: [onlineUsers.list], done: 'onlineUsers.ended' });
  const ending = (rows: Online[]): Action => ({
    label: t('onlineUsers.end'),
    danger: true,
    refused: rows.some(({ current }) => current) ? t('onlineUsers.own') : undefined,
    question: {
      title: t('onlineUsers.end_title', { count: rows.length }),
      text: (
        <Named names={rows.map(({ real_name, account }) => `${real_name} ${account}`)}>
          {t('onlineUsers.end_text')}
        </Named>
      ),
      ok: t('onlineUsers.end'),
      danger: true,
    },
    run: () => out.run({ session_ids: rows.map(({ session_id }) => session_id) }),
  });
  return (
    <DataTable
      list={useList(onlineUsers)}
      rowKey="session_id"
      columns={[
        'account',
        'real_name',
        'role_name',
        'ip',
        { key: 'user_agent', sortable: false, show: (row) => deviceName(row.platform, row.user_agent) },
        'created_at',
        'seen_at',
      ]}
      rowActions={mayEnd ? (row) => [ending([row])] : undefined}
      batchActions={mayEnd ? (rows) => [ending(rows)] : undefined}
    />
  );
}
