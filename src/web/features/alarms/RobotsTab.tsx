import { alarmRobotActions, alarmRobots, robotKinds } from '#shared/contract/alarms/robots.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { messages } from '#shared/contract/platform/messages.ts';
import { tellReason } from '#shared/send-reasons.ts';
import { useMay } from '#web/api/powers.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { ResourceList } from '#web/pages/ResourcePage.tsx';
import { Status } from '#web/ui/Status.tsx';
import styles from './configuration.module.css';

type Robot = AnswerOf<typeof alarmRobots.list>['data_info'][number];

export function RobotsTab() {
  const t = useT();
  const toast = useToast();
  const mayTest = useMay(alarmRobotActions.test.needs);
  const test = useAction(alarmRobotActions.test, { refresh: [messages.list] });
  const send = async ({ robot_id }: Robot) => {
    const { sent, error } = await test.run({ robot_id });
    if (sent) toast.success(t('alarmRobots.test_sent'));
    else toast.error(t('alarmRobots.test_failed', { reason: tellReason(t.tx, error ?? '') }));
  };
  return (
    <ResourceList
      resource={alarmRobots}
      columns={[
        'robot_name',
        'kind',
        { key: 'host', sortable: false },
        { key: 'signed', sortable: false },
        {
          key: 'enabled',
          show: ({ enabled }) => (
            <Status tone={enabled ? 'good' : 'quiet'}>{t(`alarmRobots.enabled_${enabled}`)}</Status>
          ),
        },
        'remark',
        { key: 'updated_at', rare: true },
      ]}
      form={[
        'robot_name',
        { key: 'kind', choices: robotKinds },
        { key: 'url', as: 'password' },
        { key: 'secret', as: 'password', when: ({ kind }) => kind !== 'wecom' },
        'enabled',
        { key: 'remark', as: 'textarea' },
      ]}
      filters={[{ key: 'kind', choices: robotKinds }]}
      rowActions={(row) => (mayTest ? [{ label: t('alarmRobots.test'), run: () => send(row) }] : [])}
      frame={(add, list) => (
        <>
          <div className={styles.bar}>
            <p>{t('alarmRobots.hint')}</p>
            {add}
          </div>
          {list}
        </>
      )}
    />
  );
}
