import { useT } from '#web/i18n.ts';
import { PictureInput } from '#web/ui/PictureInput.tsx';

interface LogoInputProps {
  id?: string;
  value?: string;
  onChange?(address: string): void;
}

/** Twice the height of the header, for high-resolution screens. */
const frame = { width: 320, height: 64, fill: false };

export function LogoInput(props: LogoInputProps) {
  const t = useT();
  return (
    <PictureInput
      {...props}
      label={t('themes.logo')}
      frame={frame}
      empty={<img src="/favicon.svg" alt="" />}
    />
  );
}
