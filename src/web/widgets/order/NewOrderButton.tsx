import { ToolOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { orderActions } from '#shared/contract/work-orders/orders.ts';
import { useMay } from '#web/api/powers.ts';
import { useT } from '#web/i18n.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { NewOrder } from './NewOrder.tsx';
import styles from './order.module.css';

/** Button that creates an order for a station. */
export function NewOrderButton({ site_id }: { site_id: number }) {
  const t = useT();
  const mayAdd = useMay(orderActions.add.needs);
  const making = useOpened<void>();
  if (!mayAdd) return null;
  return (
    <>
      <Button type="link" className={styles.plain} icon={<ToolOutlined />} onClick={() => making.open()}>
        {t('orders.add')}
      </Button>
      {making.show(() => (
        <NewOrder start={{ site_id }} onClosed={making.closed} />
      ))}
    </>
  );
}
