import { Button } from 'antd';
import { useState } from 'react';
import { auditedKind, wordsOf } from '#shared/contract/audited.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import type { audit } from '#shared/contract/platform/audit.ts';
import { useT } from '#web/i18n.ts';
import { AuditValue } from './AuditValue.tsx';
import styles from './audit.module.css';
import { changesOf } from './audit-changes.ts';
import { Folded } from './Folded.tsx';

export type Entry = AnswerOf<typeof audit.list>['data_info'][number];

/** Values before and after, by field. */
export function AuditDetails({ entry }: { entry: Entry }) {
  const t = useT();
  const [whole, setWhole] = useState(false);
  const changes = changesOf(entry);
  const changed = changes.filter((change) => change.changed);
  const unchanged = changes.length - changed.length;
  const words = wordsOf(entry.entity);
  const about = (field: string) => ({ words, field, kind: auditedKind(entry.entity, field) });
  const label = (field: string) =>
    [`${words}.${field}`, `audit.field_${field}`].filter(t.has).map((key) => t.tx(key))[0] ?? field;
  return (
    <div className={styles.details}>
      {changes.length === 0 ? (
        <p>{t('audit.no_details')}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('audit.field')}</th>
              {entry.before && <th scope="col">{t(entry.after ? 'audit.before' : 'audit.value')}</th>}
              {entry.after && <th scope="col">{t(entry.before ? 'audit.after' : 'audit.value')}</th>}
            </tr>
          </thead>
          <tbody>
            {(whole ? changes : changed).map(({ field, before, after, ...change }) => (
              <tr key={field} className={change.changed ? undefined : styles.same}>
                <th scope="row">{label(field)}</th>
                {entry.before && (
                  <td className={entry.after && change.changed ? styles.before : undefined}>
                    <Folded>
                      <AuditValue {...about(field)} value={before} />
                    </Folded>
                  </td>
                )}
                {entry.after && (
                  <td className={entry.before && change.changed ? styles.after : undefined}>
                    <Folded>
                      <AuditValue {...about(field)} value={after} />
                    </Folded>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {unchanged > 0 && (
        <Button type="link" size="small" onClick={() => setWhole(!whole)}>
          {whole ? t('audit.hide_unchanged') : t('audit.show_unchanged', { count: unchanged })}
        </Button>
      )}
      <dl>
        <dt>{t('audit.call')}</dt>
        <dd>{entry.call ?? '–'}</dd>
        <dt>{t('audit.request_id')}</dt>
        <dd>{entry.request_id ?? '–'}</dd>
      </dl>
    </div>
  );
}
