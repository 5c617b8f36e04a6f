import { Space, Table } from 'antd';
import { corrections } from '#shared/contract/control/corrections.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { refetchMs } from '#web/api/freshness.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx';
import { localName } from '#web/ui/local-name.ts';
import { showTime } from '#web/ui/show-time.ts';
import { useValueWords } from '#web/widgets/command/useCommandWords.ts';
import { correctionReads } from '#web/widgets/correction/correction-reads.ts';

type Change = AnswerOf<typeof corrections.waiting>['changes'][number];

/** Platform corrections that await approval; hidden if there are none. */
export function WaitingCorrections() {
  const t = useT();
  const language = useLanguage();
  const words = useValueWords();
  const { data } = useCall(corrections.waiting, {}, { refetchMs });
  if (!data?.changes.length) return null;
  const itemWords = ({ k, b, list, ...factor }: Change['items'][number]) =>
    [`${localName(factor, 'component_name', language)}: K ${k}, B ${b}`, words(list)]
      .filter(Boolean)
      .join(', ');
  const spanOf = ({ from_at, to_at }: Change) =>
    `${from_at ? showTime(from_at, language) : t('corrections.from_approval')} – ${
      to_at ? showTime(to_at, language) : t('corrections.present')
    }`;
  return (
    <>
      <h3>{t('corrections.waiting')}</h3>
      <Table<Change>
        size="small"
        rowKey="change_id"
        dataSource={data.changes}
        pagination={{ pageSize: 10, hideOnSinglePage: true }}
        scroll={{ x: 'max-content' }}
        columns={[
          { title: t('corrections.site_id'), dataIndex: 'site_name' },
          { title: t('corrections.items'), render: (_value, { items }) => items.map(itemWords).join('; ') },
          { title: t('corrections.span'), render: (_value, change) => spanOf(change) },
          { title: t('corrections.reason'), dataIndex: 'reason' },
          { title: t('corrections.created_by_name'), dataIndex: 'created_by_name' },
          { key: 'decide', render: (_value, change) => <Decide change={change} /> },
        ]}
      />
    </>
  );
}

function Decide({ change: { change_id, own } }: { change: Change }) {
  const t = useT();
  const mayApprove = useMay(corrections.approve.needs);
  const refresh = [corrections.waiting, ...correctionReads];
  const approving = useAction(corrections.approve, { refresh, done: 'corrections.approved' });
  const refusing = useAction(corrections.approve, { refresh, done: 'corrections.refused' });
  if (own || !mayApprove) return t('corrections.own');
  return (
    <Space>
      <ConfirmButton
        type="primary"
        question={{
          title: t('corrections.approve'),
          text: t('corrections.approve_text'),
          ok: t('corrections.approve'),
        }}
        onConfirm={() => approving.run({ change_id, approved: true })}
      >
        {t('corrections.approve')}
      </ConfirmButton>
      <ConfirmButton
        question={{
          title: t('corrections.refuse'),
          text: t('corrections.refuse_text'),
          ok: t('corrections.refuse'),
          danger: true,
        }}
        onConfirm={() => refusing.run({ change_id, approved: false })}
      >
        {t('corrections.refuse')}
      </ConfirmButton>
    </Space>
  );
}
