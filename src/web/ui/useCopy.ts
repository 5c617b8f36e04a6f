import { useNotice } from '#web/api/notices.ts';
import { useT } from '#web/i18n.ts';

/** Puts a text on the clipboard and says so, or that the browser does not let us: it does on secure pages only. */
export function useCopy(): (text: string) => Promise<void> {
  const t = useT();
  const notice = useNotice();
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      notice.success(t('common.copied'));
    } catch {
      notice.warning(t('common.not_copied'));
    }
  };
}
