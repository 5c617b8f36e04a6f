import { Tabs } from 'antd';
import { assessments } from '#shared/contract/learning/assessments.ts';
import { competence } from '#shared/contract/learning/competence.ts';
import { useMay } from '#web/api/powers.ts';
import { useT } from '#web/i18n.ts';
import { Page } from '#web/ui/Page.tsx';
import { useAddress } from '#web/ui/useAddress.ts';
import { AssessmentList } from './AssessmentList.tsx';
import { CompetenceList } from './CompetenceList.tsx';
import { MyAssessments } from './MyAssessments.tsx';
import { Sitting } from './Sitting.tsx';

/**
 * The user's assessments; for administrators also all assessments and required certificates. The open sitting is in the
 * URL.
 */
export function AssessmentPage() {
  const t = useT();
  const { params, numbers, change } = useAddress();
  const mayManage = useMay(assessments.list.needs);
  const mayGate = useMay(competence.list.needs);
  const [sitting_id] = numbers('sitting');
  return (
    <Page hint={t('assessments.hint')}>
      {sitting_id !== undefined ? (
        <Sitting key={sitting_id} sitting_id={sitting_id} onLeave={() => change({ sitting: undefined })} />
      ) : (
        <Tabs
          activeKey={params.get('tab') ?? 'mine'}
          onChange={(tab) => change({ tab: tab === 'mine' ? undefined : tab })}
          destroyOnHidden
          items={[
            {
              key: 'mine',
              label: t('assessments.tab_mine'),
              children: <MyAssessments onSit={(sitting) => change({ sitting })} />,
            },
            ...(mayManage
              ? [{ key: 'manage', label: t('assessments.tab_manage'), children: <AssessmentList /> }]
              : []),
            ...(mayGate
              ? [{ key: 'competence', label: t('assessments.tab_competence'), children: <CompetenceList /> }]
              : []),
          ]}
        />
      )}
    </Page>
  );
}
