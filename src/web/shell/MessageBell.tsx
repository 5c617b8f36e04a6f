import { BellOutlined } from '@ant-design/icons';
import { Popover } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import type { AnswerOf } from '#shared/contract/define.ts';
import { inbox } from '#shared/contract/platform/messages.ts';
import { refetchMs } from '#web/api/freshness.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { showTime } from '#web/ui/show-time.ts';
import { useUnregistered } from '#web/widgets/useUnregistered.ts';
import { CountedIcon } from './CountedIcon.tsx';
import styles from './header.module.css';
import { intoView } from './into-view.ts';
import popover from './popover.module.css';

/** The user's messages; closing the panel marks the shown ones as read. */
export function MessageBell() {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { data } = useCall(inbox.data, {}, { shell: true, refetchMs });
  const read = useAction(inbox.read, { refresh: [inbox.data], shell: true });
  const { waiting } = useUnregistered();
  // Unregistered devices count as one message, however many there are.
  const unread = (data?.unread ?? 0) + (waiting > 0 ? 1 : 0);

  const change = (opened: boolean) => {
    setOpen(opened);
    const [newest] = data?.data_info ?? [];
    if (!opened && newest && (data?.unread ?? 0) > 0)
      void read.run({ message_id: newest.message_id }).catch(() => undefined);
  };
  return (
    <Popover
      open={open}
      onOpenChange={change}
      trigger="click"
      placement="bottomRight"
      // On phones a panel aligned to the bell's right edge would leave the viewport.
      align={intoView}
      arrow={false}
      content={
        <>
          {waiting > 0 && <Unregistered count={waiting} onFollowed={() => setOpen(false)} />}
          {data && data.total > 0 ? (
            <MessageList messages={data.data_info} onFollowed={() => change(false)} />
          ) : (
            waiting === 0 && <NoMessages />
          )}
        </>
      }
    >
      <button type="button" className={styles.tool} title={t('shell.messages')} aria-expanded={open}>
        <CountedIcon
          icon={<BellOutlined />}
          count={unread}
          nameOf={(shown) =>
            unread > 0 ? t('shell.messages_unread', { count: shown }) : t('shell.messages')
          }
        />
      </button>
    </Popover>
  );
}

/** Notice of unregistered devices, with a link to register them. */
function Unregistered({ count, onFollowed }: { count: number; onFollowed(): void }) {
  const t = useT();
  return (
    <p className={popover.notice}>
      {t('shell.unregistered', { count })}{' '}
      <Link to="/countercharges/originaldata?view=unregistered" onClick={onFollowed}>
        {t('shell.unregistered_adopt')}
      </Link>
    </p>
  );
}

function NoMessages() {
  const t = useT();
  return (
    <div className={popover.empty}>
      <BellOutlined />
      <p>{t('shell.messages_empty')}</p>
      <span>{t('shell.messages_empty_hint')}</span>
    </div>
  );
}

type Message = AnswerOf<typeof inbox.data>['data_info'][number];

interface MessageListProps {
  messages: readonly Message[];
  onFollowed(): void;
}

/** A message about something that has a page leads there. */
function MessageList({ messages, onFollowed }: MessageListProps) {
  const t = useT();
  const language = useLanguage();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas must be reachable by keyboard
    <ul className={popover.messages} tabIndex={0} aria-label={t('shell.messages')}>
      {messages.map(({ message_id, subject, body, said, path, created_at, read_at }) => {
        const own = said?.[language] ?? { subject, body };
        return (
          <li key={message_id} className={read_at ? undefined : popover.unread}>
            <strong>
              {path ? (
                <Link to={path} onClick={onFollowed}>
                  {own.subject}
                </Link>
              ) : (
                own.subject
              )}
            </strong>
            <p>{own.body}</p>
            <time>{showTime(created_at, language)}</time>
          </li>
        );
      })}
    </ul>
  );
}
