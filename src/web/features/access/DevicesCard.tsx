import { Card, Tag } from 'antd';
import { devices } from '#shared/contract/access/personal.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { showTime } from '#web/ui/show-time.ts';
import { deviceName } from './device-name.ts';
import styles from './personal-page.module.css';

/** Signed-in devices of the account, with buttons to sign them out. */
export function DevicesCard() {
  const t = useT();
  const language = useLanguage();
  const answer = useCall(devices.data, {});
  const out = useAction(devices.out, { refresh: [devices.data], done: 'personal.signed_out' });
  const others = useAction(devices.outOthers, {
    refresh: [devices.data],
    done: 'personal.signed_out_others',
  });
  const count = (answer.data?.total ?? 1) - 1;
  return (
    <Card
      title={t('personal.devices')}
      size="small"
      className={styles.wide}
      extra={
        count > 0 && (
          <ConfirmButton
            size="small"
            question={{
              title: t('personal.sign_out_others_title', { count }),
              text: t('personal.sign_out_others_text'),
              ok: t('personal.sign_out_others'),
            }}
            onConfirm={() => others.run({})}
          >
            {t('personal.sign_out_others')}
          </ConfirmButton>
        )
      }
    >
      <p className={styles.hint}>{t('personal.devices_hint')}</p>
      {answer.error && !answer.data && (
        <ListError error={answer.error} onRetry={() => void answer.refetch()} />
      )}
      {answer.isPending && <ListSkeleton />}
      <ul className={styles.devices}>
        {answer.data?.data_info.map(
          ({ session_id, platform, user_agent, ip, created_at, seen_at, current }) => {
            const name = deviceName(platform, user_agent);
            return (
              <li key={session_id}>
                <span>
                  <b>{name}</b>
                  {current && <Tag>{t('personal.this_device')}</Tag>}
                  <small>
                    {t('personal.device_since', {
                      ip: ip ?? '–',
                      since: showTime(created_at, language),
                      seen: showTime(seen_at, language),
                    })}
                  </small>
                </span>
                {!current && (
                  <ConfirmButton
                    question={{
                      title: t('personal.sign_out_title', { name }),
                      text: t('personal.sign_out_text'),
                      ok: t('personal.sign_out_there'),
                    }}
                    onConfirm={() => out.run({ session_id })}
                  >
                    {t('personal.sign_out_there')}
                  </ConfirmButton>
                )}
              </li>
            );
          },
        )}
      </ul>
    </Card>
  );
}
