import { Descriptions, Drawer } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { commandActions } from '#shared/contract/control/commands.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { localName } from '#web/ui/local-name.ts';
import { showInstant, showTime } from '#web/ui/show-time.ts';
import { CommandState } from './CommandState.tsx';
import styles from './command.module.css';
import { useCommandsChange } from './useCommandsChange.ts';
import { useCommandWords } from './useCommandWords.ts';

type Shown = AnswerOf<typeof commandActions.get>;
/** Label and value. */
type Row = [string, ReactNode];

/** One command with all packets sent and received. */
export function CommandDrawer({ command_id, onClosed }: { command_id: number; onClosed(): void }) {
  const t = useT();
  const answer = useCall(commandActions.get, { command_id });
  useCommandsChange([commandActions.get]);
  return (
    <Drawer open size={720} title={t('commands.number', { number: command_id })} onClose={onClosed}>
      <Answered answer={answer}>{(command) => <Content command={command} />}</Answered>
    </Drawer>
  );
}

function Content({ command }: { command: Shown }) {
  const t = useT();
  const language = useLanguage();
  const words = useCommandWords();
  const time = (at: string | null) => (at ? showTime(at, language) : '–');
  const rows: Row[] = [
    ['kind', t(`commandKinds.${command.kind}`)],
    ['state', <CommandState key="state" command={command} />],
    [
      'site_name',
      <Link key="site" to={`/sites/${encodeURIComponent(command.mn)}`}>
        {command.site_name}
      </Link>,
    ],
    ...(command.component_name
      ? [['component_id', localName(command, 'component_name', language)] as Row]
      : []),
    ['params', words(command.params) || '–'],
    ...(command.result
      ? [['result', words(command.result) || '–'] as Row]
      : [
          ['before_value', words(command.before_value) || '–'] as Row,
          ['after_value', words(command.after_value) || '–'] as Row,
        ]),
    ['reason', command.reason || '–'],
    ['created_by_name', command.created_by_name || t('commands.by_platform')],
    [command.rejected ? 'rejected_by_name' : 'approved_by_name', command.approved_by_name || '–'],
    ['created_at', time(command.created_at)],
    ['sent_at', time(command.sent_at)],
    ['finished_at', time(command.finished_at)],
  ];
  return (
    <>
      <Descriptions
        size="small"
        column={1}
        bordered
        items={rows.map(([key, children]) => ({ key, label: t.tx(`commands.${key}`), children }))}
      />
      <h3>{t('commands.exchanges')}</h3>
      {command.exchanges.map((exchange) => (
        <section key={exchange.exchange_id} className={styles.exchange}>
          <h4>
            {`${t(`commands.stage_${exchange.stage}`)} · CN ${exchange.cn} · `}
            <span className={styles.soft}>{t('commands.sent_times', { count: exchange.sends })}</span>
          </h4>
          <span className={styles.soft}>{showInstant(exchange.sent_at, language)}</span>
          <pre>{exchange.request}</pre>
          {exchange.replies.length === 0 && <p className={styles.soft}>{t('commands.no_reply')}</p>}
          {exchange.replies.map((reply) => (
            <div key={`${reply.received_at} ${reply.raw}`}>
              <span className={styles.soft}>
                {showInstant(reply.received_at, language)}
                {reply.late && ` · ${t('commands.late')}`}
                {reply.by_fallback && ` · ${t('commands.by_fallback')}`}
              </span>
              <pre>{reply.raw}</pre>
            </div>
          ))}
        </section>
      ))}
    </>
  );
}
