import { Alert, Button } from 'antd';
import { useT } from '#web/i18n.ts';
import { PowerNames } from './PowerEffect.tsx';
import type { Effect } from './power-set.ts';

/** Edit conflict: what somebody else changed in these powers, with a button to merge. */
export function PowerConflict({ theirs, onMerge }: { theirs: Effect; onMerge(): void }) {
  const t = useT();
  const gained = [...theirs.pages_gained, ...theirs.actions_gained];
  const lost = [...theirs.pages_lost, ...theirs.actions_lost];
  const differs = gained.length + lost.length > 0;
  return (
    <Alert
      type="warning"
      title={t('roles.conflict_title')}
      description={
        differs ? (
          <>
            <p>{t('roles.conflict_text')}</p>
            <PowerNames title={t('roles.conflict_gained')} powers={gained} gained />
            <PowerNames title={t('roles.conflict_lost')} powers={lost} gained={false} />
            <Button size="small" onClick={onMerge}>
              {t('roles.conflict_merge')}
            </Button>
          </>
        ) : (
          t('roles.conflict_none')
        )
      }
    />
  );
}
