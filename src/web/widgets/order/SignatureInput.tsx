import { Button } from 'antd';
import { type PointerEvent, useRef, useState } from 'react';
import { explain } from '#web/api/explain.ts';
import { useToast } from '#web/api/toasts.ts';
import { upload } from '#web/api/upload.ts';
import { useT } from '#web/i18n.ts';
import { OrderPicture } from './OrderPicture.tsx';
import styles from './order.module.css';

interface SignatureInputProps {
  order_id: number;
  value: readonly number[];
  onChange(file_ids: number[]): void;
}

const SHARP = 2;

/** Signed with a finger, a pen or the mouse; sent as a picture once the hand rests. */
export function SignatureInput({ order_id, value, onChange }: SignatureInputProps) {
  const t = useT();
  const toast = useToast();
  const pad = useRef<HTMLCanvasElement>(null);
  const [hasInk, setInk] = useState(false);
  const [isSending, setSending] = useState(false);
  const isSigned = value.length > 0;
  /** A sheet has as many points as it shows. */
  const prepare = (canvas: HTMLCanvasElement | null) => {
    if (canvas && canvas !== pad.current) {
      canvas.width = canvas.clientWidth * SHARP;
      canvas.height = canvas.clientHeight * SHARP;
    }
    pad.current = canvas;
  };
  const pen = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLCanvasElement>) => {
    const { left, top } = currentTarget.getBoundingClientRect();
    return { x: (clientX - left) * SHARP, y: (clientY - top) * SHARP };
  };
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const context = event.currentTarget.getContext('2d');
    if (!context) return;
    const { x, y } = pen(event);
    Object.assign(context, { lineWidth: 4, lineCap: 'round', lineJoin: 'round', strokeStyle: '#14222a' });
    context.beginPath();
    context.moveTo(x, y);
  };
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.buttons === 0 && event.pointerType === 'mouse') return;
    const context = event.currentTarget.getContext('2d');
    const { x, y } = pen(event);
    context?.lineTo(x, y);
    context?.stroke();
    setInk(true);
  };
  const clear = () => {
    const canvas = pad.current;
    canvas?.getContext('2d')?.clearRect(0, 0, canvas.width, canvas.height);
    setInk(false);
    onChange([]);
  };
  const save = () => {
    setSending(true);
    pad.current?.toBlob((blob) => {
      if (!blob) return setSending(false);
      upload(new File([blob], 'signature.png', { type: 'image/png' }))
        .then(({ file_id }) => onChange([file_id]))
        .catch((error: unknown) => toast.error(explain(t, error)))
        .finally(() => setSending(false));
    });
  };
  if (isSigned) {
    return (
      <div className={styles.pictures}>
        {value.map((file_id) => (
          <OrderPicture key={file_id} order_id={order_id} file_id={file_id} name={t('orders.sign')} />
        ))}
        <Button size="small" onClick={clear}>
          {t('orders.sign_clear')}
        </Button>
      </div>
    );
  }
  return (
    <div>
      <canvas
        ref={prepare}
        className={styles.pad}
        aria-label={t('orders.sign_hint')}
        onPointerDown={begin}
        onPointerMove={draw}
      />
      <div className={styles.padBar}>
        <span className={styles.soft}>{t('orders.sign_hint')}</span>
        <span>
          <Button size="small" type="text" disabled={!hasInk} onClick={clear}>
            {t('orders.sign_clear')}
          </Button>
          <Button size="small" type="primary" disabled={!hasInk} loading={isSending} onClick={save}>
            {t('common.ok')}
          </Button>
        </span>
      </div>
    </div>
  );
}
