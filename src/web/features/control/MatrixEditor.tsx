import { Alert, Button } from 'antd';
import { useState } from 'react';
import { interference } from '#shared/contract/control/interference.ts';
import { matrixProblems } from '#shared/domain/interference.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { commandReads } from '#web/widgets/command/command-reads.ts';
import { useSent } from '#web/widgets/command/useSent.ts';
import styles from './control.module.css';
import { MatrixDrawer } from './MatrixDrawer.tsx';
import { MatrixTable } from './MatrixTable.tsx';
import { cellOf, changedRows, type Edits, type Interference, wantedMatrix } from './matrix.ts';

/** Interference matrix of one device: read, edit with validation, and send. */
export function MatrixEditor({ site_id, data }: { site_id: number; data: Interference }) {
  const t = useT();
  const [edits, setEdits] = useState<Edits>(new Map());
  const [mayRead, maySet] = [useMay(interference.read.needs), useMay(interference.set.needs)];
  const reading = useAction(interference.read, { refresh: commandReads });
  const says = useSent();
  const sending = useOpened<Edits>();
  if (data.factors.length === 0) return <p className={styles.soft}>{t('interference.no_factors')}</p>;
  const problems = matrixProblems(wantedMatrix(data.coefficients, edits));
  const changed = changedRows(data.coefficients, edits);
  const isEditable = maySet && data.can_set;
  return (
    <>
      {!data.can_set && (
        <Alert
          className={styles.bar}
          type="info"
          showIcon
          title={t(data.place === 'platform' ? 'interference.in_platform' : 'interference.cannot_set')}
        />
      )}
      <div className={styles.bar}>
        {mayRead && data.place === 'device' && (
          <Button
            disabled={!data.can_read}
            title={data.can_read ? undefined : t('interference.cannot_read')}
            loading={reading.pending}
            onClick={() => void reading.run({ site_ids: [site_id] }).then(says, () => undefined)}
          >
            {t('interference.read')}
          </Button>
        )}
        {isEditable && (
          <>
            <Button
              type="primary"
              disabled={changed.length === 0 || problems.length > 0}
              onClick={() => sending.open(edits)}
            >
              {t('interference.review', { count: changed.length })}
            </Button>
            <Button disabled={edits.size === 0} onClick={() => setEdits(new Map())}>
              {t('interference.reset')}
            </Button>
          </>
        )}
      </div>
      {problems.length > 0 && (
        <Alert
          className={styles.bar}
          type="error"
          showIcon
          title={[...new Set(problems.map(({ problem }) => t(`problems.${problem}`)))].join(' · ')}
        />
      )}
      <MatrixTable
        data={data}
        edits={edits}
        problems={problems}
        onChange={
          isEditable
            ? (component_id, other, c) =>
                setEdits((before) => new Map(before).set(cellOf(component_id, other), c))
            : undefined
        }
      />
      {sending.show((wanted) => (
        <MatrixDrawer
          site_id={site_id}
          data={data}
          edits={wanted}
          onSent={() => setEdits(new Map())}
          onClosed={sending.closed}
        />
      ))}
    </>
  );
}
