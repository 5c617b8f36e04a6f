import { Image } from 'antd';
import { orderActions } from '#shared/contract/work-orders/orders.ts';
import { staleMs } from '#web/api/freshness.ts';
import { useCall } from '#web/api/useCall.ts';

/** Photo or signature of an order; a click enlarges it. */
export function OrderPicture({
  order_id,
  file_id,
  name,
  isWide = false,
}: {
  order_id: number;
  file_id: number;
  name?: string;
  /** Wide format for signatures. */
  isWide?: boolean;
}) {
  const { data } = useCall(orderActions.file, { order_id, file_id }, { staleMs });
  return (
    <Image
      src={data?.url}
      alt={name ?? ''}
      width={isWide ? 192 : 96}
      height={isWide ? 80 : 96}
      styles={{ image: { objectFit: isWide ? 'contain' : 'cover' } }}
    />
  );
}
