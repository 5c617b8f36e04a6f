import { Button } from 'antd';
import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import { explain } from '#web/api/explain.ts';
import { useToast } from '#web/api/toasts.ts';
import { upload } from '#web/api/upload.ts';
import { useT } from '#web/i18n.ts';
import { OrderPicture } from './OrderPicture.tsx';
import styles from './order.module.css';
import { useBusy } from './useBusy.ts';

interface SignatureInputProps {
  order_id: number;
  value: readonly number[];
  onChange(file_ids: number[]): void;
  /** Reports whether the upload of the signature is pending; the form must wait for it. */
  onBusy(isBusy: boolean): void;
}

const SHARP = 2;
/** Debounce: a signature has several strokes. */
const REST_MS = 1000;
const ink = { lineWidth: 4, lineCap: 'round', lineJoin: 'round', strokeStyle: '#14222a' } as const;

/** Signature by finger, pen or mouse; uploaded as a picture after a pause. */
export function SignatureInput({ order_id, value, onChange, onBusy }: SignatureInputProps) {
  const t = useT();
  const [isSigning, setSigning] = useState(value.length === 0);
  if (!isSigning) {
    return (
      <div className={styles.signed}>
        {value.map((file_id) => (
          <OrderPicture key={file_id} order_id={order_id} file_id={file_id} name={t('orders.sign')} isWide />
        ))}
        <Button
          size="small"
          onClick={() => {
            onChange([]);
            setSigning(true);
          }}
        >
          {t('orders.sign_clear')}
        </Button>
      </div>
    );
  }
  return <Pad isSigned={value.length > 0} onChange={onChange} onBusy={onBusy} />;
}

type PadProps = Pick<SignatureInputProps, 'onChange' | 'onBusy'> & { isSigned: boolean };

function Pad({ isSigned, onChange, onBusy }: PadProps) {
  const t = useT();
  const { pad, hasInk, begin, draw, rest, clear } = usePen(useSending(onChange, onBusy));
  return (
    <div>
      <canvas
        ref={pad}
        className={styles.pad}
        aria-label={t('orders.sign_hint')}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={rest}
        onPointerCancel={rest}
      />
      <div className={styles.padBar}>
        <span className={styles.soft} role="status">
          {t(isSigned ? 'orders.signed' : 'orders.sign_hint')}
        </span>
        <Button size="small" type="text" disabled={!hasInk} onClick={clear}>
          {t('orders.sign_clear')}
        </Button>
      </div>
    </div>
  );
}

/** Undefined if the sheet is empty. */
type Send = (sheet: HTMLCanvasElement | undefined) => void;

/** Ignores the results of earlier uploads: the signature has changed or been cleared since. */
function useSending(onChange: PadProps['onChange'], onBusy: PadProps['onBusy']) {
  const t = useT();
  const toast = useToast();
  const setBusy = useBusy(onBusy);
  const newest = useRef(0);
  const send: Send = (sheet) => {
    const mine = ++newest.current;
    const isNewest = () => mine === newest.current;
    if (!sheet) {
      setBusy(false);
      onChange([]);
      return;
    }
    sheet.toBlob((blob) => {
      if (!blob) return setBusy(false);
      upload(new File([blob], 'signature.png', { type: 'image/png' }))
        .then(({ file_id }) => isNewest() && onChange([file_id]))
        .catch((error: unknown) => isNewest() && toast.error(explain(t, error)))
        .finally(() => isNewest() && setBusy(false));
    });
  };
  return { send, setBusy };
}

function usePen({ send, setBusy }: { send: Send; setBusy(isBusy: boolean): void }) {
  const sheet = useRef<HTMLCanvasElement>(null);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isDown = useRef(false);
  const [hasInk, setInk] = useState(false);
  useEffect(() => () => clearTimeout(resting.current), []);
  // Stable ref callback: a new one would be called again, and setting the size clears the canvas.
  const pad = useCallback((canvas: HTMLCanvasElement | null) => {
    if (canvas) {
      canvas.width = canvas.clientWidth * SHARP;
      canvas.height = canvas.clientHeight * SHARP;
    }
    sheet.current = canvas;
  }, []);
  const at = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLCanvasElement>) => {
    const { left, top } = currentTarget.getBoundingClientRect();
    return [(clientX - left) * SHARP, (clientY - top) * SHARP] as const;
  };
  return {
    pad,
    hasInk,
    begin: (event: PointerEvent<HTMLCanvasElement>) => {
      clearTimeout(resting.current);
      event.currentTarget.setPointerCapture(event.pointerId);
      isDown.current = true;
      const context = event.currentTarget.getContext('2d');
      if (!context) return;
      Object.assign(context, ink);
      context.beginPath();
      context.moveTo(...at(event));
    },
    draw: (event: PointerEvent<HTMLCanvasElement>) => {
      if (!isDown.current) return;
      const context = event.currentTarget.getContext('2d');
      context?.lineTo(...at(event));
      context?.stroke();
      setInk(true);
      setBusy(true);
    },
    rest: () => {
      isDown.current = false;
      clearTimeout(resting.current);
      resting.current = setTimeout(() => sheet.current && send(sheet.current), REST_MS);
    },
    clear: () => {
      clearTimeout(resting.current);
      sheet.current?.getContext('2d')?.clearRect(0, 0, sheet.current.width, sheet.current.height);
      setInk(false);
      send(undefined);
    },
  };
}
