import type { AnswerOf } from '#shared/contract/define.ts';
import { bugActions, bugLevel, bugs, bugType } from '#shared/contract/platform/bugs.ts';
import { versions } from '#shared/contract/platform/versions.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { ResourcePage } from '#web/pages/ResourcePage.tsx';
import type { Action } from '#web/ui/actions.tsx';
import { rowsOf } from '#web/ui/choices.tsx';
import { Named } from '#web/ui/Named.tsx';
import { Status } from '#web/ui/Status.tsx';

type Bug = AnswerOf<typeof bugs.list>['data_info'][number];

const version = rowsOf(versions, 'version_number');
const levelTones = { fatal: 'bad', serious: 'bad', normal: 'notice', minor: 'quiet' } as const;

export function BugsPage() {
  const t = useT();
  const mayRepair = useMay(bugActions.repair.needs);
  const repair = useAction(bugActions.repair, { refresh: [bugs.list], done: 'bugs.repair_done' });
  const reopen = useAction(bugActions.repair, { refresh: [bugs.list], done: 'bugs.reopen_done' });

  const marking = (rows: Bug[], repaired: boolean): Action => {
    const verb = repaired ? 'repair' : 'reopen';
    const names = rows.map(({ content }) => content);
    return {
      label: t(`bugs.${verb}`),
      question: {
        title: t(`bugs.${verb}_title`, { count: rows.length }),
        text: <Named names={names}>{t(`bugs.${verb}_text`)}</Named>,
        ok: t(`bugs.${verb}`),
      },
      run: () => (repaired ? repair : reopen).run({ bug_id: rows.map(({ bug_id }) => bug_id), repaired }),
    };
  };
  return (
    <ResourcePage
      resource={bugs}
      columns={[
        'content',
        {
          key: 'level',
          show: ({ level }) => <Status tone={levelTones[level]}>{t(`bugs.level_${level}`)}</Status>,
        },
        'bug_type',
        'version_number',
        {
          key: 'repaired',
          show: ({ repaired }) => (
            <Status tone={repaired ? 'good' : 'notice'}>{t(`bugs.repaired_${repaired}`)}</Status>
          ),
        },
        'reporter',
        'created_at',
        { key: 'repairer', rare: true },
        { key: 'repaired_at', rare: true },
      ]}
      filters={[
        { key: 'repaired', choices: ['false', 'true'] },
        { key: 'level', choices: bugLevel.options },
        { key: 'bug_type', choices: bugType.options },
        { key: 'version_id', choices: version },
        { key: 'created_at', as: 'range' },
      ]}
      form={[
        { key: 'level', choices: bugLevel.options },
        { key: 'bug_type', choices: bugType.options },
        { key: 'version_id', choices: version },
        { key: 'content', as: 'textarea' },
      ]}
      rowActions={mayRepair ? (bug) => [marking([bug], !bug.repaired)] : undefined}
      batchActions={mayRepair ? (rows) => [marking(rows, true), marking(rows, false)] : undefined}
    />
  );
}
