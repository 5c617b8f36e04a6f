import { Fragment } from 'react';
import type { AnswerOf } from '#shared/contract/define.ts';
import { articleActions } from '#shared/contract/learning/articles.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import styles from './articles.module.css';

type Compared = AnswerOf<typeof articleActions.compare>;
type Block = Compared['blocks'][number];

/** Unchanged blocks shown around a change; the others are collapsed. */
const AROUND = 1;

interface ComparisonProps {
  article_id: number;
  from_no: number;
  to_no: number;
}

/** Differences between two revisions: removed text struck through, added text underlined. */
export function Comparison(asked: ComparisonProps) {
  const t = useT();
  const answer = useCall(articleActions.compare, asked);
  return (
    <Answered answer={answer}>
      {({ fields, blocks }) => (
        <div className={styles.diff}>
          {fields.map(({ field, before, after }) => (
            <p key={field}>
              <strong>{t.tx(`articles.${field}`)}</strong> <del>{shownValue(t.tx, t.has, field, before)}</del>{' '}
              <ins>{shownValue(t.tx, t.has, field, after)}</ins>
            </p>
          ))}
          {blocks.every(({ kind }) => kind === 'same') ? (
            <p className={styles.soft}>{t('articles.compare_same')}</p>
          ) : (
            <Blocks blocks={blocks} />
          )}
        </div>
      )}
    </Answered>
  );
}

function shownValue(
  tx: (key: string) => string,
  has: (key: string) => boolean,
  field: string,
  value: string,
) {
  const word = `articles.${field}_${value}`;
  return has(word) ? tx(word) : value;
}

function Blocks({ blocks }: { blocks: readonly Block[] }) {
  const t = useT();
  const isNear = (at: number) =>
    blocks.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ kind }) => kind !== 'same');
  let folded = 0;
  return blocks.map((block, at) => {
    if (!isNear(at)) {
      folded += 1;
      return null;
    }
    const before = folded;
    folded = 0;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no id, and a new answer replaces them all
      <Fragment key={at}>
        {before > 0 && <p className={styles.soft}>{t('articles.compare_folded', { count: before })}</p>}
        <p data-kind={block.kind}>
          {block.parts.map((part, nth) => {
            const Tag = part.kind === 'added' ? 'ins' : part.kind === 'removed' ? 'del' : 'span';
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            return <Tag key={nth}>{part.text}</Tag>;
          })}
        </p>
      </Fragment>
    );
  });
}
