import { SearchOutlined } from '@ant-design/icons';
import { Button, Checkbox, Empty, Input } from 'antd';
import { useState } from 'react';
import type { RolePower } from '#shared/contract/access/roles.ts';
import { useT } from '#web/i18n.ts';
import { groupKey, PowerMatrix } from './PowerMatrix.tsx';
import { grouped, neededBy } from './power-set.ts';
import styles from './role-permissions.module.css';

interface PowerPickerProps {
  all: readonly RolePower[];
  saved: ReadonlySet<number>;
  chosen: ReadonlySet<number>;
  mayChange(power: RolePower): boolean;
  onChoose(powers: readonly RolePower[], on: boolean): void;
}

/** The matrix with search, collapsing and an "only changes" filter. */
export function PowerPicker({ all, saved, chosen, mayChange, onChoose }: PowerPickerProps) {
  const t = useT();
  const [wanted, setWanted] = useState('');
  const [onlyChanges, setOnlyChanges] = useState(false);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());

  const word = wanted.trim().toLowerCase();
  const isShown = ({ power_id, power_name, power_name_en, power_code }: RolePower) =>
    (!onlyChanges || saved.has(power_id) !== chosen.has(power_id)) &&
    [power_name, power_name_en, power_code].some((text) => text.toLowerCase().includes(word));
  const groups = grouped(all)
    .map((group) => ({ ...group, powers: group.powers.filter(isShown) }))
    .filter(({ powers }) => powers.length > 0);

  const members = all.filter(({ type }) => type !== 1);
  const count = members.filter(({ power_id }) => chosen.has(power_id)).length;
  const toggle = (key: string) =>
    setClosed((now) => new Set(now.has(key) ? [...now].filter((one) => one !== key) : [...now, key]));
  return (
    <>
      <div className={styles.tools}>
        <Input
          className={styles.find}
          prefix={<SearchOutlined aria-hidden />}
          placeholder={t('roles.find_power')}
          aria-label={t('roles.find_power')}
          allowClear
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
        <Checkbox checked={onlyChanges} onChange={({ target }) => setOnlyChanges(target.checked)}>
          {t('roles.only_changes')}
        </Checkbox>
        <span className={styles.total}>
          {t('roles.chosen', { chosen: count, total: members.length })}
          <Button
            type="link"
            size="small"
            onClick={() => setClosed(closed.size > 0 ? new Set() : new Set(groups.map(groupKey)))}
          >
            {t(closed.size > 0 ? 'roles.expand_all' : 'roles.collapse_all')}
          </Button>
        </span>
      </div>
      <div className={styles.matrix}>
        {groups.length > 0 ? (
          <PowerMatrix
            groups={groups}
            saved={saved}
            chosen={chosen}
            closed={closed}
            needed={neededBy(all, chosen)}
            mayChange={mayChange}
            onToggleGroup={toggle}
            onChoose={onChoose}
          />
        ) : (
          <Empty
            image={Empty.PRESENTED_IMAGE_SIMPLE}
            description={t(onlyChanges ? 'roles.no_changes' : 'roles.no_powers_found')}
          />
        )}
      </div>
    </>
  );
}
