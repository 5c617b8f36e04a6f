import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  EditOutlined,
  EyeInvisibleOutlined,
  EyeOutlined,
  HolderOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { menus } from '#shared/contract/access/menus.ts';
import { useAction } from '#web/api/useAction.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';
import type { MenuRow } from './menu-tree.ts';
import styles from './menus.module.css';
import type { Place } from './useOrdering.ts';

interface MenuEntryProps {
  row: MenuRow;
  place: Place;
  disabled: boolean;
  onEdit(row: MenuRow): void;
  /** Shown before the name. */
  children?: ReactNode;
}

export function useMenuName(): (row: MenuRow) => string {
  const language = useLanguage();
  return (row) => localName(row, 'menu_name', language);
}

const steps: Record<string, 1 | -1> = { ArrowUp: -1, ArrowDown: 1 };

/** One line of the tree. Moves by drag and drop, by arrow buttons or by Alt + arrow keys. */
export function MenuEntry({ row, place, disabled, onEdit, children }: MenuEntryProps) {
  const t = useT();
  const name = useMenuName()(row);
  const hide = useAction(menus.edit, { refresh: [menus.list] });
  const line = useRef<HTMLDivElement>(null);
  const { menu_id, version, hidden } = row;

  const step = (event: KeyboardEvent) => {
    const by = event.altKey ? steps[event.key] : undefined;
    if (!by || disabled || (by < 0 ? place.first : place.last)) return;
    event.preventDefault();
    const { activeElement } = document;
    place.move(by);
    // Moving a DOM node drops its focus, which the next key press needs.
    requestAnimationFrame(() => activeElement instanceof HTMLElement && activeElement.focus());
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only a drop target; key events come from its buttons
    <div
      ref={line}
      className={styles.entry}
      data-dragged={place.dragged}
      data-hidden={hidden}
      onKeyDown={step}
      onDragOver={(event) => {
        event.preventDefault();
        place.dragOver();
      }}
    >
      {!disabled && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the arrow buttons do the same by keyboard
        <span
          className={styles.handle}
          draggable
          title={t('menus.drag', { name })}
          onDragStart={({ dataTransfer }) => {
            if (line.current) dataTransfer.setDragImage(line.current, 16, 16);
            place.drag();
          }}
          onDragEnd={place.drop}
        >
          <HolderOutlined aria-hidden />
        </span>
      )}
      {children}
      <span className={styles.name}>{name}</span>
      <small>{row.path}</small>
      {hidden && <small className={styles.mark}>{t('menus.hidden')}</small>}
      {!disabled && (
        <span className={styles.tools}>
          <Button
            type="text"
            size="small"
            icon={<ArrowUpOutlined />}
            aria-label={t('lists.move_up', { name })}
            disabled={place.first}
            onClick={() => place.move(-1)}
          />
          <Button
            type="text"
            size="small"
            icon={<ArrowDownOutlined />}
            aria-label={t('lists.move_down', { name })}
            disabled={place.last}
            onClick={() => place.move(1)}
          />
          <Button
            type="text"
            size="small"
            icon={hidden ? <EyeInvisibleOutlined /> : <EyeOutlined />}
            aria-label={t(hidden ? 'menus.show_entry' : 'menus.hide_entry', { name })}
            title={t(hidden ? 'menus.show_entry' : 'menus.hide_entry', { name })}
            loading={hide.pending}
            onClick={() => void hide.run({ menu_id, version, hidden: !hidden }).catch(() => undefined)}
          />
          <Button
            type="text"
            size="small"
            icon={<EditOutlined />}
            aria-label={t('menus.edit_entry', { name })}
            title={t('menus.edit_entry', { name })}
            onClick={() => onEdit(row)}
          />
        </span>
      )}
    </div>
  );
}
