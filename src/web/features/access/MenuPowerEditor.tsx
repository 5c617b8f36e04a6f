import { Button } from 'antd';
import { useEffect, useState } from 'react';
import type { AnswerOf } from '#shared/contract/define.ts';
import { menuPowers, menus } from '#shared/contract/menus.ts';
import type { RolePower } from '#shared/contract/roles.ts';
import { useAction } from '#web/api/useAction.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { useMay } from '#web/shell/powers.ts';
import { useLeaveGuard } from '#web/shell/useLeaveGuard.tsx';
import { localName } from '#web/ui/local-name.ts';
import styles from './menu-permissions.module.css';
import { PowerPicker } from './PowerPicker.tsx';
import { isSameSet, withPowers } from './power-set.ts';

interface MenuPowerEditorProps {
  entry: AnswerOf<typeof menus.list>['data_info'][number];
  all: readonly RolePower[];
  onDirty(dirty: boolean): void;
}

export function MenuPowerEditor({ entry, all, onDirty }: MenuPowerEditorProps) {
  const t = useT();
  const language = useLanguage();
  const [saved] = useState(() => new Set(entry.power_ids));
  const [chosen, setChosen] = useState<ReadonlySet<number>>(saved);
  const save = useAction(menuPowers.add, { refresh: [menus.list], done: 'menuPowers.saved' });
  const mayWrite = useMay(menuPowers.add.needs);
  const dirty = !isSameSet(saved, chosen);
  useLeaveGuard(dirty);
  useEffect(() => onDirty(dirty), [dirty, onDirty]);

  const names = all
    .filter(({ power_id }) => chosen.has(power_id))
    .map((power) => localName(power, 'power_name', language));
  const submit = () => save.run({ menu_id: entry.menu_id, power_ids: [...chosen] });
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
            <Button
              type="primary"
              disabled={!dirty}
              loading={save.pending}
              onClick={() => void submit().catch(() => undefined)}
            >
              {t('common.save')}
            </Button>
          </>
        )}
      </header>
      <PowerPicker
        all={all}
        saved={saved}
        chosen={chosen}
        mayChange={() => mayWrite}
        onChoose={(powers, on) => setChosen((now) => withPowers(now, powers, on))}
      />
    </section>
  );
}
