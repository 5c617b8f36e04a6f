import { orderActions } from '#shared/contract/work-orders/orders.ts';
import type { OrderAct } from '#shared/domain/order-steps.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import type { OrderDetail } from './OrderForm.tsx';
import { orderReads } from './order-reads.ts';

interface Said {
  note?: string;
  override_reason?: string;
  answers?: OrderDetail['answers'];
  checks?: OrderDetail['checks'];
}

/** Sends a step with the call that it belongs to. */
export function useOrderStep() {
  const t = useT();
  const toast = useToast();
  const how = { refresh: orderReads };
  const doing = useAction(orderActions.do, how);
  const checking = useAction(orderActions.check, how);
  const closing = useAction(orderActions.close, how);
  const send = (order_id: number, act: OrderAct, said: Said) => {
    const { note = '', override_reason = '' } = said;
    switch (act) {
      case 'check_pass':
      case 'check_fail':
        return checking.run({ order_id, act, note, override_reason });
      case 'close':
      case 'cancel':
      case 'reopen':
        return closing.run({ order_id, act, note, override_reason });
      default:
        return doing.run({ ...said, order_id, act });
    }
  };
  return {
    pending: doing.pending || checking.pending || closing.pending,
    run: async (order_id: number, act: OrderAct, said: Said = {}) => {
      await send(order_id, act, said);
      toast.success(t(`orders.done_${act}`));
    },
  };
}
