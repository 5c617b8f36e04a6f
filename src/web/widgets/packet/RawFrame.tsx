import { CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { Explained } from '#shared/contract/packets/packets.ts';
import { useT } from '#web/i18n.ts';
import { useCopy } from '#web/ui/useCopy.ts';
import styles from './explained-packet.module.css';
import { type FramePart, framePartsOf } from './frame-parts.ts';
import { jsonPartsOf } from './json-parts.ts';

/** Highlighted parts in the legend. */
const partsOf = { frame: ['length', 'header', 'content', 'crc'], json: ['header', 'content'] } as const;

interface RawFrameProps extends Pick<Explained, 'form'> {
  text: string;
  /** The part hovered here or in a table. */
  pointed: string | undefined;
  onPoint(field: string | undefined): void;
}

/** The raw frame with its parts highlighted. */
export function RawFrame({ form, text, pointed, onPoint }: RawFrameProps) {
  const t = useT();
  const copy = useCopy();
  return (
    <section className={styles.frame}>
      <header>
        {partsOf[form].map((kind) => (
          <span key={kind} className={styles[kind]}>
            {t(`packetsPage.part_${kind}`)}
          </span>
        ))}
        <Button size="small" icon={<CopyOutlined />} onClick={() => void copy(text)}>
          {t('packetsPage.copy')}
        </Button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas must be reachable by keyboard */}
      <pre tabIndex={0}>
        {numbered(form === 'json' ? jsonPartsOf(text) : framePartsOf(text.trimEnd())).map(
          ({ kind, text: part, field, number }) => (
            <span
              key={number}
              className={`${styles[kind]} ${field !== undefined && field === pointed ? styles.pointed : ''}`}
              onPointerEnter={() => onPoint(field)}
              onPointerLeave={() => onPoint(undefined)}
            >
              {part}
            </span>
          ),
        )}
      </pre>
    </section>
  );
}

function numbered(parts: readonly FramePart[]): (FramePart & { number: number })[] {
  return parts.map((part, number) => ({ ...part, number }));
}
