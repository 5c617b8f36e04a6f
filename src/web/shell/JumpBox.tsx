import { SearchOutlined } from '@ant-design/icons';
import { Modal } from 'antd';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useT } from '#web/i18n.ts';
import { useMarks } from '#web/widgets/useMarks.ts';
import { useSites } from '#web/widgets/useSites.ts';
import styles from './jump-box.module.css';
import {
  type Destination,
  destinationsOf,
  findDestinations,
  markedDestinations,
  siteDestinations,
} from './jump-targets.ts';
import type { Menu } from './menu-model.ts';
import { useEntryName } from './useMenu.ts';
import { visited } from './visited.ts';

type Target = Pick<Destination, 'path'>;

interface JumpBoxProps {
  menu: Menu;
  open: boolean;
  onClose(): void;
}

/** Ctrl/Cmd-K: search for all pages and sites that the user may open. */
export function JumpBox({ menu, open, onClose }: JumpBoxProps) {
  const t = useT();
  return (
    <Modal
      open={open}
      onCancel={onClose}
      footer={null}
      closable={false}
      width={560}
      style={{ top: 88 }}
      title={t('shell.jump')}
      styles={{ container: { padding: 0 }, header: { display: 'none' } }}
      destroyOnHidden
    >
      <Palette menu={menu} onClose={onClose} />
    </Modal>
  );
}

export function useJumpKey(open: () => void): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      // A question waits for its answer; leaving the page would ask another one on top.
      if (!document.querySelector('.ant-modal-confirm')) open();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [open]);
}

function Palette({ menu, onClose }: Omit<JumpBoxProps, 'open'>) {
  const t = useT();
  const navigate = useNavigate();
  const nameOf = useEntryName();
  const [keyword, setKeyword] = useState('');
  const [chosen, setChosen] = useState(0);
  const all = useMemo(() => destinationsOf(menu, nameOf, t), [menu, nameOf, t]);
  const { sites } = useSites({ shell: true });
  const marks = useMarks();
  const found =
    keyword.trim() === ''
      ? [...markedDestinations(sites, marks, t), ...all]
      : [...findDestinations(all, keyword), ...siteDestinations(sites, keyword, marks, t)];
  const current = found[Math.min(chosen, found.length - 1)];
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (current) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  const go = ({ path }: Target) => {
    onClose();
    void navigate(visited.addressOf(path));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length > 0) {
      event.preventDefault();
      setChosen((Math.min(chosen, found.length - 1) + step + found.length) % found.length);
    }
    // Enter also ends an input method's composition, which is not a selection.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && current) go(current);
  };
  return (
    <div className={styles.box}>
      <div className={styles.search}>
        <SearchOutlined />
        <input
          // biome-ignore lint/a11y/noAutofocus: the box opens for typing
          autoFocus
          role="combobox"
          aria-expanded="true"
          aria-controls="jump-list"
          aria-activedescendant={current && optionId(current)}
          aria-label={t('shell.jump')}
          placeholder={t('shell.jump_placeholder')}
          value={keyword}
          onChange={(event) => {
            setKeyword(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div
        className={styles.list}
        id="jump-list"
        role="listbox"
        aria-label={t('shell.jump_results')}
        ref={list}
      >
        {found.map((destination) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the input, which keeps the focus
          <div
            key={destination.path}
            id={optionId(destination)}
            role="option"
            tabIndex={-1}
            aria-selected={destination === current}
            className={styles.option}
            onClick={() => go(destination)}
          >
            <span>{destination.name}</span>
            <span className={styles.where}>{destination.where}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <div className={styles.none} role="status">
          <p>{t('shell.jump_none', { keyword })}</p>
          <span>{t('shell.jump_none_hint')}</span>
        </div>
      )}
      <div className={styles.keys}>{t('shell.jump_keys')}</div>
    </div>
  );
}

function optionId({ path }: Target): string {
  return `jump${path.replaceAll(/[/%]/g, '-')}`;
}
