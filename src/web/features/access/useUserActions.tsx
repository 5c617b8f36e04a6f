import { userActions, users } from '#shared/contract/access/users.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { useSession } from '#web/api/session.ts';
import { useAction } from '#web/api/useAction.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import type { Action } from '#web/ui/actions.tsx';
import { localName } from '#web/ui/local-name.ts';
import { Named } from '#web/ui/Named.tsx';

export type User = AnswerOf<typeof users.list>['data_info'][number];

const refresh = [users.list];

function nameOf({ real_name, account }: User): string {
  return `${real_name} ${account}`;
}

function idsOf(chosen: User[]): number[] {
  return chosen.map(({ user_id }) => user_id);
}

/** Actions on accounts besides editing. */
export function useUserActions(onResetPassword: (user: User) => void) {
  const t = useT();
  const language = useLanguage();
  const me = useSession()?.user;
  const seal = useAction(userActions.seal, { refresh, done: 'users.sealed' });
  const unseal = useAction(userActions.seal, { refresh, done: 'users.unsealed' });
  const approve = useAction(userActions.seal, { refresh, done: 'users.approved' });
  const unlock = useAction(userActions.unlock, { refresh, done: 'users.unlocked' });

  const sealing = (chosen: User[], title: string): Action => ({
    label: t('users.seal'),
    danger: true,
    refused: chosen.map(whyUnsealable).find((why) => why !== undefined),
    question: {
      title,
      text: <Named names={chosen.map(nameOf)}>{t('users.seal_text')}</Named>,
      ok: t('users.seal'),
      danger: true,
    },
    run: () => seal.run({ user_id: idsOf(chosen), sealed: true }),
  });
  const unsealing = (chosen: User[], title: string): Action => ({
    label: t('users.unseal'),
    question: {
      title,
      text: <Named names={chosen.map(nameOf)}>{t('users.unseal_text')}</Named>,
      ok: t('users.unseal'),
    },
    run: () => unseal.run({ user_id: idsOf(chosen), sealed: false }),
  });
  const approving = (user: User, name: string): Action => ({
    label: t('users.approve'),
    question: {
      title: t('users.approve_title', { name }),
      text: t('users.approve_text', { role: localName(user, 'role_name', language) }),
      ok: t('users.approve'),
    },
    run: () => approve.run({ user_id: user.user_id, sealed: false }),
  });

  const whyUnsealable = (user: User) => (isBeyond(user) ? t('faults.super_unbindable') : whyNotOneself(user));
  const whyKept = (user: User) => (isBeyond(user) ? t('faults.super_undeletable') : whyNotOneself(user));
  const whyNotOneself = ({ user_id }: User) =>
    user_id === me?.user_id ? t('details.self_refused') : undefined;
  /** A super administrator can only be changed by another one. */
  const isBeyond = ({ role_id, user_id }: User) =>
    role_id === 0 && (me?.role_id !== 0 || user_id === me.user_id);
  const statusAction = (user: User): Action => {
    const name = nameOf(user);
    switch (user.status) {
      case 'normal':
      case 'locked':
        return sealing([user], t('users.seal_title', { name }));
      case 'sealed':
        return unsealing([user], t('users.unseal_title', { name }));
      case 'pending':
        return approving(user, name);
    }
  };

  return {
    whyKept,
    rowActions: (user: User): Action[] => [
      statusAction(user),
      ...(user.locked_until
        ? [{ label: t('users.unlock'), run: () => unlock.run({ user_id: user.user_id }) }]
        : []),
      { label: t('users.set_sites'), to: `/userconfigs/userequipment?user_id=${user.user_id}` },
      { label: t('users.reset_password'), run: () => onResetPassword(user) },
    ],
    batchActions: (chosen: User[]): Action[] => {
      const count = chosen.length;
      return [
        sealing(chosen, t('users.seal_many_title', { count })),
        unsealing(chosen, t('users.unseal_many_title', { count })),
      ];
    },
  };
}
