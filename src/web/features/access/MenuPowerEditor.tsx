import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { menuPowers, menus } from '#shared/contract/access/menus.ts';
import type { RolePower } from '#shared/contract/access/roles.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { CallError } from '#web/api/call-error.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { isConflict } from '#web/ui/form-problems.ts';
import { localName } from '#web/ui/local-name.ts';
import { useLeaveGuard } from '#web/ui/useLeaveGuard.tsx';
import styles from './menu-permissions.module.css';
import { PowerConflict } from './PowerConflict.tsx';
import { PowerPicker } from './PowerPicker.tsx';
import { effectOf, isSameSet, mergeSets, withPowers } from './power-set.ts';

type Entry = AnswerOf<typeof menus.list>['data_info'][number];

interface MenuPowerEditorProps {
  entry: Entry;
  /** Reloads the entry. */
  reload(): Promise<Entry>;
  all: readonly RolePower[];
  onDirty(dirty: boolean): void;
}

export function MenuPowerEditor({ entry, all, reload, onDirty }: MenuPowerEditorProps) {
  const t = useT();
  const language = useLanguage();
  /** Base of the changes. */
  const [base, setBase] = useState(entry);
  const saved = new Set(base.power_ids);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(saved);
  /** The base before somebody else's save; set by an edit conflict. */
  const [opened, setOpened] = useState<ReadonlySet<number>>();
  const save = useAction(menuPowers.add, {
    refresh: [menus.list],
    done: 'menuPowers.saved',
    shows: isConflict,
  });
  const mayWrite = useMay(menuPowers.add.needs);
  const dirty = !isSameSet(saved, chosen);
  useLeaveGuard(dirty);
  useEffect(() => onDirty(dirty), [dirty, onDirty]);

  const names = all
    .filter(({ power_id }) => chosen.has(power_id))
    .map((power) => localName(power, 'power_name', language));
  const submit = async () => {
    const { menu_id, version } = base;
    try {
      await save.run({ menu_id, version, power_ids: [...chosen] });
      setOpened(undefined);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (!isConflict(error)) return;
      setOpened(saved);
    }
    setBase(await reload());
  };
  return (
    <section className={styles.editor} aria-label={localName(entry, 'menu_name', language)}>
      <header>
        <h2>{localName(entry, 'menu_name', language)}</h2>
        <p>
          {names.length > 0
            ? t('menuPowers.asks_for', { names: names.join(t('lists.between')) })
            : t('menuPowers.asks_for_none')}
        </p>
        {mayWrite && (
          <>
            <Button disabled={!dirty || save.pending} onClick={() => setChosen(saved)}>
              {t('roles.discard')}
            </Button>
            <Button type="primary" disabled={!dirty} loading={save.pending} onClick={() => void submit()}>
              {t('common.save')}
            </Button>
          </>
        )}
      </header>
      {opened && (
        <PowerConflict
          theirs={effectOf(all, opened, saved)}
          onMerge={() => {
            setChosen((mine) => mergeSets(opened, saved, mine));
            setOpened(undefined);
          }}
        />
      )}
      <PowerPicker
        all={all}
        saved={saved}
        chosen={chosen}
        // Blocks changes during a save, which would be lost.
        mayChange={() => mayWrite && !save.pending}
        onChoose={(powers, on) => setChosen((now) => withPowers(now, powers, on))}
      />
    </section>
  );
}
