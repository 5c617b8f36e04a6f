import type { Account } from '#shared/contract/access/sign-in.ts';
import { signIn } from '#shared/contract/access/sign-in.ts';
import { renewed } from '#web/api/session.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { PictureInput } from '#web/ui/PictureInput.tsx';
import styles from './personal-page.module.css';

const frame = { width: 128, height: 128, fill: true };

export function Portrait({ user }: { user: Account }) {
  const t = useT();
  const edit = useAction(signIn.editMe, { done: 'common.saved' });
  const change = async (avatar: string) => {
    await edit.run({ avatar });
    renewed({ user: { ...user, avatar } });
  };
  return (
    <div className={styles.portrait}>
      <PictureInput
        label={t('personal.avatar')}
        frame={frame}
        empty={<span className={styles.letter} data-letter={user.real_name.slice(0, 1)} aria-hidden="true" />}
        value={user.avatar}
        onChange={(avatar) => void change(avatar).catch(() => undefined)}
      />
    </div>
  );
}
