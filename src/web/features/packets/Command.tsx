import { useLanguage } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';
import styles from './packets.module.css';

interface CommandProps {
  row: { cn: string | null; cn_name: string; cn_name_en: string };
}

/** Command code with its name. */
export function Command({ row }: CommandProps) {
  const language = useLanguage();
  return (
    <span className={styles.command}>
      <b>{row.cn || '–'}</b> {localName(row, 'cn_name', language)}
    </span>
  );
}
