import { Button } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { pictures } from '#shared/contract/platform/pictures.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import styles from './picture-input.module.css';
import { type PictureFrame, smallPicture } from './small-picture.ts';

interface PictureInputProps {
  id?: string;
  label: string;
  frame: PictureFrame;
  /** Shown without a picture. */
  empty: ReactNode;
  value?: string;
  onChange?(address: string): void;
}

/** Picture input: downscales in the browser, uploads, and keeps the address. */
export function PictureInput({ id, label, frame, empty, value = '', onChange }: PictureInputProps) {
  const t = useT();
  const toast = useToast();
  const add = useAction(pictures.add);
  const chooser = useRef<HTMLInputElement>(null);
  const [reading, setReading] = useState(false);

  const take = async (file: File) => {
    setReading(true);
    const image = await smallPicture(file, frame).catch(() => undefined);
    setReading(false);
    if (!image) return toast.error(t('lists.picture_unreadable'));
    const { address } = await add.run({ image });
    onChange?.(address);
  };
  return (
    <div className={styles.picture} data-round={frame.fill}>
      {value ? <img src={value} alt="" /> : empty}
      <input
        ref={chooser}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-label={label}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // Otherwise choosing the same file again would not trigger a change event.
          target.value = '';
          if (file) void take(file).catch(() => undefined);
        }}
      />
      <Button id={id} loading={reading || add.pending} onClick={() => chooser.current?.click()}>
        {t('lists.choose_picture')}
      </Button>
      {value && (
        <Button type="text" onClick={() => onChange?.('')}>
          {t('lists.remove_picture')}
        </Button>
      )}
    </div>
  );
}
