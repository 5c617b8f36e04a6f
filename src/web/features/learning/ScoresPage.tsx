import { Tabs } from 'antd';
import { certificates, scores } from '#shared/contract/learning/scores.ts';
import { sittingStates } from '#shared/contract/learning/sittings.ts';
import { useMay } from '#web/api/powers.ts';
import { useT } from '#web/i18n.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { Page } from '#web/ui/Page.tsx';
import { Status } from '#web/ui/Status.tsx';
import { useAddress } from '#web/ui/useAddress.ts';
import { useList } from '#web/ui/useList.ts';
import { assessmentFilter } from './assessment-filter.ts';
import { Certificates } from './Certificates.tsx';
import { ResultDrawer } from './ResultDrawer.tsx';
import { ScoreStatistics } from './ScoreStatistics.tsx';

/** Scores; for users who may read all of them also statistics and certificates. The open result is in the URL. */
export function ScoresPage() {
  const t = useT();
  const { params, numbers, change } = useAddress();
  const readsAll = useMay(certificates.list.needs);
  const [result] = numbers('result');
  return (
    <Page hint={t(readsAll ? 'scores.hint' : 'scores.hint_own')}>
      {readsAll ? (
        <Tabs
          activeKey={params.get('tab') ?? 'scores'}
          onChange={(tab) =>
            change({
              tab: tab === 'scores' ? undefined : tab,
              page_index: undefined,
              state: undefined,
              sort: undefined,
              order: undefined,
            })
          }
          destroyOnHidden
          items={[
            { key: 'scores', label: t('scores.tab_scores'), children: <Scores /> },
            { key: 'statistics', label: t('scores.tab_statistics'), children: <ScoreStatistics /> },
            { key: 'certificates', label: t('scores.tab_certificates'), children: <Certificates /> },
          ]}
        />
      ) : (
        <Scores />
      )}
      {result !== undefined && (
        <ResultDrawer key={result} sitting_id={result} onClosed={() => change({ result: undefined })} />
      )}
    </Page>
  );
}

function Scores() {
  const t = useT();
  const list = useList(scores);
  const { change } = useAddress();
  return (
    <DataTable
      list={list}
      rowKey="sitting_id"
      columns={[
        'real_name',
        'assessment_name',
        {
          key: 'state',
          show: ({ state }) => (
            <Status tone={state === 'submitted' ? 'notice' : 'quiet'}>{t(`scores.state_${state}`)}</Status>
          ),
        },
        'score',
        'full_score',
        { key: 'percent', show: ({ percent }) => percent?.toFixed(1) ?? '–' },
        {
          key: 'passed',
          show: ({ passed }) =>
            passed === null ? (
              '–'
            ) : (
              <Status tone={passed ? 'good' : 'bad'}>{t(`scores.passed_${passed}`)}</Status>
            ),
        },
        'attempt',
        'submitted_at',
        { key: 'account', rare: true },
        { key: 'started_at', rare: true },
        { key: 'submitted_by', rare: true },
        { key: 'minutes_used', rare: true },
        { key: 'checked_by', rare: true },
      ]}
      filters={[
        assessmentFilter,
        { key: 'state', choices: sittingStates },
        { key: 'passed', choices: ['true', 'false'] },
        { key: 'submitted_at', as: 'range' },
      ]}
      rowActions={({ sitting_id, state }) =>
        state === 'sitting'
          ? []
          : [
              {
                label: t(state === 'submitted' ? 'scores.check' : 'scores.view'),
                run: () => change({ result: sitting_id }),
              },
            ]
      }
    />
  );
}
