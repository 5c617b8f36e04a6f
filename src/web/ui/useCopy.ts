import { useToast } from '#web/api/toasts.ts';
import { useT } from '#web/i18n.ts';

/** Copies to the clipboard, which browsers allow in secure contexts only; shows the result. */
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
