import type * as z from 'zod';
import type { created } from '#shared/contract/control/commands.ts';
import { useToast } from '#web/api/toasts.ts';
import { useT } from '#web/i18n.ts';

/** Notice with the result of sent commands. */
export function useSent(): (made: z.output<typeof created>) => void {
  const t = useT();
  const toast = useToast();
  return ({ commands, refused }) => {
    if (commands.length === 0) return toast.error(t('commands.all_refused'));
    const waiting = commands.filter(({ state }) => state === 'awaiting_approval').length;
    toast.success(
      waiting > 0
        ? t('commands.sent_waiting_approval', { count: waiting })
        : t('commands.sent_done', { count: commands.length }),
    );
    if (refused.length > 0) toast.show('warning', t('commands.sent_refused', { count: refused.length }));
  };
}
