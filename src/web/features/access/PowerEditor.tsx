import { Alert, Button } from 'antd';
import { useEffect, useState } from 'react';
import { menus } from '#shared/contract/access/menus.ts';
import { type RolePower, rolePowers, roles } from '#shared/contract/access/roles.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { CallError } from '#web/api/call-error.ts';
import { staleMs } from '#web/api/freshness.ts';
import { useMay, usePowers } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { buildMenu } from '#web/shell/menu-model.ts';
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx';
import { EffectPanel } from '#web/ui/EffectPanel.tsx';
import { isConflict } from '#web/ui/form-problems.ts';
import { useLeaveGuard } from '#web/ui/useLeaveGuard.tsx';
import { MissingPowers } from './MissingPowers.tsx';
import { PowerConflict } from './PowerConflict.tsx';
import { PowerEffect } from './PowerEffect.tsx';
import { PowerPicker } from './PowerPicker.tsx';
import { choose, effectOf, isSameSet, mergeSets, missingOf, withPowers } from './power-set.ts';
import styles from './role-permissions.module.css';

export type Role = AnswerOf<typeof roles.list>['data_info'][number];

/** Snapshot of a role and its powers: base of the changes. */
export interface Held {
  role: Role;
  powers: ReadonlySet<number>;
}

interface PowerEditorProps {
  all: readonly RolePower[];
  held: Held;
  /** Reloads the role. */
  reload(): Promise<Held>;
  onSaved(): Promise<void>;
  onDirty(dirty: boolean): void;
}

/** Edits a role's powers with a preview of the effect; saving replaces the whole set. */
export function PowerEditor({ all, held, reload, onSaved, onDirty }: PowerEditorProps) {
  const t = useT();
  const [base, setBase] = useState(held);
  const [chosen, setChosen] = useState(held.powers);
  /** The base before somebody else's save; set by an edit conflict. */
  const [opened, setOpened] = useState<ReadonlySet<number>>();
  const save = useAction(rolePowers.add, {
    refresh: [roles.list, rolePowers.data],
    done: 'roles.saved',
    shows: isConflict,
  });
  const mayChange = useMayChange(base);
  const dirty = !isSameSet(base.powers, chosen);
  useLeaveGuard(dirty);
  useEffect(() => onDirty(dirty), [dirty, onDirty]);

  const submit = async () => {
    const { role_id, version } = base.role;
    try {
      await save.run({ role_id, version, power_ids: [...chosen] });
      await onSaved();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (!isConflict(error)) return;
      setOpened(base.powers);
      setBase(await reload());
    }
  };
  const isShown = useShownPages(all, chosen);
  const pageLeft = all.some(({ type, power_id }) => type === 2 && chosen.has(power_id));
  return (
    <>
      <div className={styles.editor}>
        {!all.some(mayChange) && <Alert type="info" showIcon title={t('roles.read_only')} />}
        <PowerPicker
          all={all}
          saved={base.powers}
          chosen={chosen}
          mayChange={mayChange}
          onChoose={(powers, on) =>
            setChosen((now) => choose({ all, saved: base.powers, mayChange }, now, powers, on))
          }
        />
      </div>
      <EffectPanel
        className={styles.effect}
        title={t('roles.effect')}
        footer={
          <>
            <ConfirmButton
              disabled={!dirty || save.pending}
              question={{
                title: t('roles.discard_title'),
                text: t('common.unsaved_changes.text'),
                ok: t('roles.discard'),
                danger: true,
              }}
              onConfirm={() => setChosen(base.powers)}
            >
              {t('roles.discard')}
            </ConfirmButton>
            <Button type="primary" disabled={!dirty} loading={save.pending} onClick={() => void submit()}>
              {t('roles.save_effect')}
            </Button>
          </>
        }
      >
        {opened && (
          <PowerConflict
            theirs={effectOf(all, opened, base.powers)}
            onMerge={() => {
              setChosen((mine) => mergeSets(opened, base.powers, mine));
              setOpened(undefined);
            }}
          />
        )}
        <MissingPowers
          missing={missingOf(all, chosen)}
          mayChange={mayChange}
          onAdd={(powers) => setChosen((now) => withPowers(now, powers, true))}
        />
        <PowerEffect
          effect={effectOf(all, base.powers, chosen)}
          userCount={base.role.user_count}
          isShown={isShown}
          noPageLeft={!pageLeft}
        />
      </EffectPanel>
    </>
  );
}

/** As on the server: users cannot grant powers that they lack, nor edit a stronger role. */
function useMayChange({ powers }: Held): (power: RolePower) => boolean {
  const mayWrite = useMay(rolePowers.add.needs);
  const { everything, entries } = usePowers();
  const own = new Set(entries.map(({ power_id }) => power_id));
  const covers = everything || [...powers].every((id) => own.has(id));
  return ({ power_id }) => mayWrite && covers && (everything || own.has(power_id));
}

/** Pages visible in the menu: an entry may be hidden, or require another power. */
function useShownPages(all: readonly RolePower[], chosen: ReadonlySet<number>): (page: RolePower) => boolean {
  const rows = useCall(menus.list, { page_index: 1, page_size: 1000 }, { staleMs }).data?.data_info;
  if (!rows) return () => true;
  const powers = all.filter(({ power_id }) => chosen.has(power_id));
  const menu = buildMenu({ everything: false, powers, rows });
  const paths = menu.groups
    .flatMap(({ sections }) => sections.flatMap(({ pages }) => pages))
    .map(({ path }) => path);
  const shown = new Set([...paths, menu.wisdomScreen?.path]);
  return ({ power_url }) => shown.has(power_url);
}
