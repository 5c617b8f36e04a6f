import { useToast } from '#web/api/toasts.ts';
import { useT } from '#web/i18n.ts';

/** Puts a text on the clipboard and says so, or that the browser does not let us: it does on secure pages only. */
export function useCopy(): (text: string) => Promise<void> {
  const t = useT();
  const toast = useToast();
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(t('common.copied'));
    } catch {
      toast.warning(t('common.not_copied'));
    }
  };
}
