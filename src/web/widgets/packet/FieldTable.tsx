import type { ExplainedField } from '#shared/contract/packets/packets.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import styles from './explained-packet.module.css';

interface FieldTableProps {
  title: string;
  fields: readonly (ExplainedField & { id: string })[];
  pointed: string | undefined;
  onPoint(id: string | undefined): void;
}

/** Table of `name=value` fields with the meaning of names and values. */
export function FieldTable({ title, fields, pointed, onPoint }: FieldTableProps) {
  const t = useT();
  const language = useLanguage();
  return (
    <section>
      <h3>{title}</h3>
      <table className={styles.fields}>
        <thead>
          <tr>
            <th scope="col">{t('packets.field')}</th>
            <th scope="col">{t('packets.label')}</th>
            <th scope="col">{t('packets.value')}</th>
            <th scope="col">{t('packets.meaning')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ id, name, value, subject, label, meaning }) => (
            <tr
              key={id}
              className={id === pointed ? styles.pointed : undefined}
              onPointerEnter={() => onPoint(id)}
              onPointerLeave={() => onPoint(undefined)}
            >
              <th scope="row">
                <code>{name}</code>
              </th>
              <td>{[subject?.[language], label?.[language]].filter(Boolean).join(' · ') || '–'}</td>
              <td className={styles.value}>
                <code>{value}</code>
              </td>
              <td className={styles.meaning}>{meaning?.[language] ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
