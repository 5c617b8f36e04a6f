import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { useEffect, useState } from 'react';
import {
  tilesPerSide,
  type WallLayout,
  type WallTile,
  wallLayouts,
} from '#shared/contract/wisdom-screen/layout.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';
import { moved, type Place, placed, placeOf, tilesInOrder } from './arrange.ts';
import styles from './editor.module.css';

const places = ['left', 'right', 'none'] as const;
const refresh = [wallLayouts.list, wallLayouts.mine];

/** Editor of the tiles per role: selection, side and order. */
export function Editor({ role_id, onClose }: { role_id: number; onClose(): void }) {
  const t = useT();
  const language = useLanguage();
  const [role, setRole] = useState(role_id);
  const { data } = useCall(wallLayouts.list, {});
  const kept = data?.data_info.find((one) => one.role_id === role);
  useEffect(() => {
    const pressed = ({ key }: KeyboardEvent) => key === 'Escape' && onClose();
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [onClose]);
  return (
    <aside className={styles.editor} aria-label={t('wall.edit_title')}>
      <h2>{t('wall.edit_title')}</h2>
      <p>{t('wall.edit_hint', { count: tilesPerSide })}</p>
      <label>
        {t('wall.role_id')}
        <select value={role} onChange={({ target }) => setRole(Number(target.value))}>
          {data?.data_info.map((one) => (
            <option key={one.role_id} value={one.role_id}>
              {localName(one, 'role_name', language)}
            </option>
          ))}
        </select>
      </label>
      {kept && <Fields key={`${role} ${kept.version}`} kept={kept} onClose={onClose} />}
    </aside>
  );
}

function Fields({ kept, onClose }: { kept: WallLayout; onClose(): void }) {
  const t = useT();
  const [layout, setLayout] = useState(kept);
  const save = useAction(wallLayouts.set, { refresh, done: 'wall.saved' });
  const reset = useAction(wallLayouts.reset, { refresh, done: 'wall.saved' });
  const { role_id, version, left_tiles, right_tiles, rotate_seconds } = layout;
  const isWrong = rotate_seconds !== 0 && (rotate_seconds < 5 || rotate_seconds > 600);
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault();
        await save
          .run({ role_id, version, left_tiles, right_tiles, rotate_seconds })
          .then(onClose)
          .catch(() => undefined);
      }}
    >
      <ul>
        {tilesInOrder(layout).map((tile) => (
          <TileRow key={tile} tile={tile} layout={layout} onChange={setLayout} />
        ))}
      </ul>
      <label>
        {t('wall.rotate_seconds')}
        <input
          type="number"
          min={0}
          max={600}
          value={rotate_seconds}
          aria-invalid={isWrong}
          onChange={({ target }) =>
            setLayout({ ...layout, rotate_seconds: Math.trunc(Number(target.value)) })
          }
        />
        <small>{t('wall.rotate_off')}</small>
      </label>
      <footer>
        <button type="submit" data-main disabled={save.pending || isWrong}>
          {t('wall.save')}
        </button>
        <button type="button" onClick={onClose}>
          {t('wall.cancel')}
        </button>
        {version > 0 && (
          <button
            type="button"
            disabled={reset.pending}
            onClick={() => void reset.run({ role_id, version }).catch(() => undefined)}
          >
            {t('wall.reset')}
          </button>
        )}
      </footer>
    </form>
  );
}

interface TileRowProps {
  tile: WallTile;
  layout: WallLayout;
  onChange(layout: WallLayout): void;
}

function TileRow({ tile, layout, onChange }: TileRowProps) {
  const t = useT();
  const name = t(`wall.tile_${tile}`);
  const place = placeOf(layout, tile);
  const up = moved(layout, tile, -1);
  const down = moved(layout, tile, 1);
  return (
    <li data-place={place}>
      <span>{name}</span>
      <select
        aria-label={t('wall.place_of', { name })}
        value={place}
        onChange={({ target }) => onChange(placed(layout, tile, target.value as Place))}
      >
        {places.map((one) => (
          <option key={one} value={one} disabled={one !== place && isFull(layout, one)}>
            {t(`wall.side_${one}`)}
          </option>
        ))}
      </select>
      <button
        type="button"
        aria-label={t('wall.up', { name })}
        disabled={!up}
        onClick={() => up && onChange(up)}
      >
        <ArrowUpOutlined />
      </button>
      <button
        type="button"
        aria-label={t('wall.down', { name })}
        disabled={!down}
        onClick={() => down && onChange(down)}
      >
        <ArrowDownOutlined />
      </button>
    </li>
  );
}

function isFull({ left_tiles, right_tiles }: WallLayout, place: Place): boolean {
  if (place === 'none') return false;
  return (place === 'left' ? left_tiles : right_tiles).length >= tilesPerSide;
}
