import { Checkbox, Tooltip } from 'antd';
import type { RolePower } from '#shared/contract/access/roles.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { FoldButton } from '#web/ui/FoldButton.tsx';
import { localName } from '#web/ui/local-name.ts';
import type { Needed, PowerGroup } from './power-set.ts';
import styles from './role-permissions.module.css';

interface PowerMatrixProps {
  groups: readonly PowerGroup[];
  saved: ReadonlySet<number>;
  chosen: ReadonlySet<number>;
  closed: ReadonlySet<string>;
  /** Powers required by selected pages, by id; they cannot be unticked. */
  needed: ReadonlyMap<number, Needed>;
  mayChange(power: RolePower): boolean;
  onToggleGroup(key: string): void;
  onChoose(powers: readonly RolePower[], on: boolean): void;
}

export function groupKey({ group }: PowerGroup): string {
  return String(group?.power_id ?? 'loose');
}

/** Collapsible groups of pages and actions with checkboxes; unsaved changes are marked. */
export function PowerMatrix(props: PowerMatrixProps) {
  return props.groups.map((group) => <GroupSection key={groupKey(group)} {...props} entry={group} />);
}

function GroupSection({ entry, ...props }: PowerMatrixProps & { entry: PowerGroup }) {
  const t = useT();
  const language = useLanguage();
  const { chosen, saved, closed, needed, mayChange, onToggleGroup, onChoose } = props;
  const key = groupKey(entry);
  const open = !closed.has(key);
  const name = entry.group ? localName(entry.group, 'power_name', language) : t('roles.ungrouped');
  const count = entry.powers.filter(({ power_id }) => chosen.has(power_id)).length;
  const changeable = entry.powers.filter(mayChange);
  const all = count === entry.powers.length;
  const whyKept = ({ power_id }: RolePower) => {
    const pages = chosen.has(power_id) ? needed.get(power_id)?.pages : undefined;
    const names = pages?.map((page) => localName(page, 'power_name', language));
    return names && t('roles.needed_by', { pages: names.join(t('lists.between')) });
  };
  return (
    <section className={styles.group}>
      <header>
        <FoldButton name={name} open={open} onToggle={() => onToggleGroup(key)} />
        <Checkbox
          checked={all}
          indeterminate={count > 0 && !all}
          disabled={changeable.length === 0}
          onChange={({ target }) => onChoose(changeable, target.checked)}
        >
          <strong>{name}</strong>
        </Checkbox>
        <span className={styles.count}>{`${count} / ${entry.powers.length}`}</span>
      </header>
      {open && (
        <div className={styles.powers}>
          {entry.powers.map((power) => (
            <Tooltip key={power.power_id} title={whyKept(power)}>
              <Checkbox
                className={markOf(power.power_id, saved, chosen)}
                checked={chosen.has(power.power_id)}
                disabled={!mayChange(power) || whyKept(power) !== undefined}
                onChange={({ target }) => onChoose([power], target.checked)}
              >
                <span title={whyKept(power) ? undefined : power.power_code}>
                  {localName(power, 'power_name', language)}
                </span>
              </Checkbox>
            </Tooltip>
          ))}
        </div>
      )}
    </section>
  );
}

function markOf(id: number, saved: ReadonlySet<number>, chosen: ReadonlySet<number>): string | undefined {
  if (saved.has(id) === chosen.has(id)) return undefined;
  return chosen.has(id) ? styles.gained : styles.lost;
}
