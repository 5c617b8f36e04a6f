import { useT } from '#web/i18n.ts';
import { PictureInput } from '#web/ui/PictureInput.tsx';

interface FaceInputProps {
  id?: string;
  value?: string | null;
  onChange?(address: string): void;
}

/** Twice the height of the header, for high-resolution screens. */
const logo = { width: 320, height: 64, fill: false };
const photo = { width: 1280, height: 1280, fill: false, photo: true };

export function LogoInput({ value, ...input }: FaceInputProps) {
  const t = useT();
  return (
    <PictureInput
      {...input}
      value={value ?? ''}
      label={t('platformConfig.platform_logo')}
      frame={logo}
      empty={<img src="/favicon.svg" alt="" />}
    />
  );
}

/** Replaces the animated drawing beside the sign-in form. */
export function SignInPictureInput({ value, ...input }: FaceInputProps) {
  const t = useT();
  return (
    <PictureInput
      {...input}
      value={value ?? ''}
      label={t('platformConfig.sign_in_picture')}
      frame={photo}
      empty={<span>{t('platformConfig.sign_in_picture_none')}</span>}
    />
  );
}
