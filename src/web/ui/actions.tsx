import { MoreOutlined } from '@ant-design/icons';
import { Button, Dropdown, Tooltip } from 'antd';
import { useNavigate } from 'react-router';
import { useT } from '#web/i18n.ts';
import styles from './data-table.module.css';
import { type Question, useConfirm } from './useConfirm.ts';

/** An action on one or several rows. */
export interface Action {
  label: string;
  danger?: boolean;
  /** Reason why the action is disabled. */
  refused?: string;
  /** Confirmation; the action runs when the user agrees. */
  question?: Question;
  run?(): unknown;
  /** True if it opens a form: rows stay selected, because the user may cancel it. */
  opens?: boolean;
  /** Page to open instead of running something. */
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
/** Width limit of three inline links; a Chinese character counts twice. */
const MOST_LETTERS = 24;

function lettersOf(actions: readonly Action[]): number {
  const labels = actions.map(({ label }) => label).join('');
  return labels.length + (labels.match(/\p{Script=Han}/gu)?.length ?? 0);
}

/** The first two actions as links, the others in a menu, to keep the column narrow. */
export function RowActions({ actions, rowName }: { actions: readonly Action[]; rowName: string }) {
  const t = useT();
  const start = useStart();
  // A menu with a single entry is avoided if its link fits.
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

/** Actions on all selected rows. */
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
              if (!action.opens) onDone();
            },
          })
        }
      >
        {action.label}
      </Button>
    </Tooltip>
  ));
}
