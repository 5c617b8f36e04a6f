import type { OrderState } from '#shared/domain/order-steps.ts';
import { useT } from '#web/i18n.ts';
import styles from './order.module.css';

const way: readonly OrderState[] = ['pending', 'accepted', 'in_progress', 'awaiting_check', 'closed'];

/** Progress of an order. The check step is optional; cancelled orders end there. */
export function OrderFlow({ state, needs_check }: { state: OrderState; needs_check: boolean }) {
  const t = useT();
  const usual = way.filter((one) => needs_check || one !== 'awaiting_check');
  const shown: OrderState[] = state === 'cancelled' ? ['pending', 'cancelled'] : [...usual];
  // "On hold" replaces "in progress".
  const at = shown.indexOf(state === 'on_hold' ? 'in_progress' : state);
  return (
    <ol className={styles.flow} aria-label={t('orders.section_flow')}>
      {shown.map((one, place) => (
        <li
          key={one}
          // A closed order has no step under way.
          data-past={place < at || state === 'closed'}
          aria-current={place === at && state !== 'closed' ? 'step' : undefined}
        >
          {t(`orders.state_${place === at ? state : one}`)}
        </li>
      ))}
    </ol>
  );
}
