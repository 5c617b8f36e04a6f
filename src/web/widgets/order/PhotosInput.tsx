import { CameraOutlined, CloseOutlined } from '@ant-design/icons';
import { Button, Upload } from 'antd';
import { useState } from 'react';
import { formatTime } from '#shared/domain/time.ts';
import { explain } from '#web/api/explain.ts';
import { useToast } from '#web/api/toasts.ts';
import { upload } from '#web/api/upload.ts';
import { useT } from '#web/i18n.ts';
import { OrderPicture } from './OrderPicture.tsx';
import styles from './order.module.css';
import { stampedPhoto, whereNow } from './stamped-photo.ts';
import { useBusy } from './useBusy.ts';

interface PhotosInputProps {
  order_id: number;
  /** Stamped into the picture together with the time. */
  place: string | null;
  value: readonly number[];
  onChange(file_ids: number[]): void;
  /** Reports whether uploads are pending; the form must wait for them. */
  onBusy(isBusy: boolean): void;
}

const most = 9;

/** Photos from camera or disk: downscaled, stamped with time and place, and uploaded at once. */
export function PhotosInput({ order_id, place, value, onChange, onBusy }: PhotosInputProps) {
  const t = useT();
  const toast = useToast();
  const [isSending, setSending] = useState(false);
  const tellBusy = useBusy(onBusy);
  const setBusy = (isBusy: boolean) => {
    setSending(isBusy);
    tellBusy(isBusy);
  };

  const take = async (chosen: readonly File[]) => {
    setBusy(true);
    let ids = [...value];
    const where = await whereNow();
    for (const file of chosen.slice(0, most - value.length)) {
      try {
        const lines = [formatTime(new Date(), 'yyyy-MM-dd HH:mm'), [place, where].filter(Boolean).join(' ')];
        const { file_id } = await upload(await stampedPhoto(file, lines.filter(Boolean)));
        ids = [...ids, file_id];
        onChange(ids);
      } catch (error) {
        toast.error(explain(t, error));
      }
    }
    setBusy(false);
  };
  return (
    <div className={styles.pictures}>
      {value.map((file_id) => (
        <div key={file_id}>
          <OrderPicture order_id={order_id} file_id={file_id} />
          <Button
            className={styles.drop}
            size="small"
            shape="circle"
            icon={<CloseOutlined />}
            aria-label={t('orderTypes.remove')}
            onClick={() => onChange(value.filter((one) => one !== file_id))}
          />
        </div>
      ))}
      {value.length < most && (
        <Upload
          multiple
          accept="image/*"
          showUploadList={false}
          disabled={isSending}
          beforeUpload={(file, all) => {
            if (file === all[0]) void take(all);
            return false;
          }}
        >
          <Button icon={<CameraOutlined />} loading={isSending}>
            {t('orders.add_photo')}
          </Button>
        </Upload>
      )}
    </div>
  );
}
