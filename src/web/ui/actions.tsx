import { MoreOutlined } from '@ant-design/icons';
import { Button, Dropdown, Tooltip } from 'antd';
import { useNavigate } from 'react-router';
import { useT } from '#web/i18n.ts';
import styles from './data-table.module.css';
import { type Question, useConfirm } from './useConfirm.ts';

/** Something that can be done to a row or to several. */
export interface Action {
  label: string;
  danger?: boolean;
  /** Why it cannot be done here and now. */
  refused?: string;
  /** Asked first; the act runs when the user agrees. */
  question?: Question;
  run?(): unknown;
  /** A page to open instead of running anything. */
  to?: string;
}

function useStart(): (action: Action) => Promise<void> {
  const ask = useConfirm();
  const navigate = useNavigate();
  return async ({ question, run, to }) => {
    if (to) await navigate(to);
    else if (question) ask(question, () => run?.());
    else await Promise.resolve(run?.()).catch(() => undefined);
  };
}

const asLinks = 2;
/** Of three links side by side, a Chinese character counted twice: more would push the columns off the screen. */
const MOST_LETTERS = 24;

function lettersOf(actions: readonly Action[]): number {
  const labels = actions.map(({ label }) => label).join('');
  return labels.length + (labels.match(/\p{Script=Han}/gu)?.length ?? 0);
}

/** The first two as links, the rest behind a menu: the column stays narrow however much a row can do. */
export function RowActions({ actions, rowName }: { actions: readonly Action[]; rowName: string }) {
  const t = useT();
  const start = useStart();
  // A menu of one would only hide it, unless it is too wide.
  const allFit = actions.length === asLinks + 1 && lettersOf(actions) <= MOST_LETTERS;
  const links = allFit ? actions : actions.slice(0, asLinks);
  const rest = actions.slice(links.length);
  return (
    <span className={styles.actions}>
      {links.map((action) => (
        <Tooltip key={action.label} title={action.refused}>
          <Button
            type="link"
            size="small"
            className={action.danger ? styles.quietDanger : undefined}
            danger={action.danger}
            disabled={action.refused !== undefined}
            onClick={() => void start(action)}
          >
            {action.label}
          </Button>
        </Tooltip>
      ))}
      {rest.length > 0 && (
        <Dropdown
          trigger={['click']}
          placement="bottomRight"
          menu={{
            items: rest.map(({ label, danger, refused }) => ({
              key: label,
              label: (
                <Tooltip title={refused} placement="left">
                  {label}
                </Tooltip>
              ),
              danger,
              disabled: refused !== undefined,
            })),
            onClick: ({ key }) => {
              const chosen = rest.find(({ label }) => label === key);
              if (chosen) void start(chosen);
            },
          }}
        >
          <Button
            type="text"
            size="small"
            icon={<MoreOutlined />}
            aria-label={t('lists.more_actions', { name: rowName })}
          />
        </Dropdown>
      )}
    </span>
  );
}

/** What can be done to all selected rows at once. */
export function BatchActions({ actions, onDone }: { actions: readonly Action[]; onDone(): void }) {
  const start = useStart();
  return actions.map((action) => (
    <Tooltip key={action.label} title={action.refused}>
      <Button
        size="small"
        disabled={action.refused !== undefined}
        onClick={() =>
          void start({
            ...action,
            run: async () => {
              await action.run?.();
              onDone();
            },
          })
        }
      >
        {action.label}
      </Button>
    </Tooltip>
  ));
}
