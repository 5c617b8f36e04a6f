import type { OrderState } from '#shared/domain/order-steps.ts';
import { useT } from '#web/i18n.ts';
import styles from './order.module.css';

const way: readonly OrderState[] = ['pending', 'accepted', 'in_progress', 'awaiting_check', 'closed'];

/** Where an order is on its way. Those that need no check skip it; those that were cancelled end there. */
export function OrderFlow({ state, needs_check }: { state: OrderState; needs_check: boolean }) {
  const t = useT();
  const usual = way.filter((one) => needs_check || one !== 'awaiting_check');
  const shown: OrderState[] = state === 'cancelled' ? ['pending', 'cancelled'] : [...usual];
  // On hold stands for "in progress" while it lasts.
  const at = shown.indexOf(state === 'on_hold' ? 'in_progress' : state);
  return (
    <ol className={styles.flow} aria-label={t('orders.section_flow')}>
      {shown.map((one, place) => (
        <li key={one} data-past={place < at} aria-current={place === at ? 'step' : undefined}>
          {t(`orders.state_${place === at ? state : one}`)}
        </li>
      ))}
    </ol>
  );
}
