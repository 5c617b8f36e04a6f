import type { AnswerOf } from '#shared/contract/define.ts';
import {
  articleComments,
  commentAuditActions,
  commentAudits,
  commentStates,
} from '#shared/contract/learning/article-comments.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import type { Action } from '#web/ui/actions.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { Status } from '#web/ui/Status.tsx';
import { useList } from '#web/ui/useList.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { commentTones } from './article-reads.ts';
import { ReasonDialog } from './ReasonDialog.tsx';

type Row = AnswerOf<typeof commentAudits.list>['data_info'][number];

/** Comments awaiting approval, and all others. */
export function CommentAudits() {
  const t = useT();
  const list = useList(commentAudits);
  const deciding = useAction(commentAuditActions.decide, {
    refresh: [commentAudits.list, articleComments.data],
    done: 'commentAudits.decided',
  });
  const hiding = useOpened<number[]>();
  const actionsOf = (rows: Row[]): Action[] => {
    const ids = (state: Row['state']) =>
      rows.filter((row) => row.state !== state).map(({ comment_id }) => comment_id);
    const [toShow, toHide] = [ids('shown'), ids('hidden')];
    return [
      ...(toShow.length > 0
        ? [
            {
              label: t('commentAudits.show'),
              run: () => deciding.run({ comment_id: toShow, state: 'shown' }),
            },
          ]
        : []),
      ...(toHide.length > 0
        ? [{ label: t('commentAudits.hide'), danger: true, run: () => hiding.open(toHide) }]
        : []),
    ];
  };
  return (
    <>
      <DataTable
        list={list}
        rowKey="comment_id"
        columns={[
          'body',
          {
            key: 'state',
            show: ({ state }) => (
              <Status tone={commentTones[state]}>{t(`commentAudits.state_${state}`)}</Status>
            ),
          },
          'author_name',
          'article_title',
          'at',
          { key: 'decided_by', rare: true },
          { key: 'reason', rare: true },
        ]}
        filters={[
          { key: 'state', choices: commentStates },
          { key: 'at', as: 'range' },
        ]}
        rowActions={(row) => actionsOf([row])}
        batchActions={actionsOf}
      />
      {hiding.show((ids) => (
        <ReasonDialog
          optional
          title={t('commentAudits.hide_question', { count: ids.length })}
          label={t('commentAudits.reason')}
          ok={t('commentAudits.hide')}
          onOk={(reason) => deciding.run({ comment_id: ids, state: 'hidden', reason })}
          onClosed={hiding.closed}
        />
      ))}
    </>
  );
}
