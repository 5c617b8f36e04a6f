import { useRef, useState } from 'react';
import { menuActions, menus } from '#shared/contract/access/menus.ts';
import { useAction } from '#web/api/useAction.ts';
import { inOrder, moved } from './menu-tree.ts';

/** Position of an entry and its actions. */
export interface Place {
  first: boolean;
  last: boolean;
  dragged: boolean;
  move(by: 1 | -1): void;
  drag(): void;
  dragOver(): void;
  drop(): void;
}

interface Drag {
  /** Current index of the dragged entry in `ids`. */
  at: number;
  ids: number[];
  changed: boolean;
}

/** Reordering by drag and drop or by steps. The order is saved on drop. */
export function useOrdering<Entry>(
  given: readonly Entry[],
  idOf: (entry: Entry) => number,
  reload: () => Promise<unknown>,
): { entries: Entry[]; placeOf(at: number): Place } {
  const save = useAction(menuActions.order, { refresh: [menus.list] });
  /** Optimistic order, shown until the server's order is reloaded. */
  const [order, setOrder] = useState<number[]>();
  const [dragged, setDragged] = useState<number>();
  // A ref, not state: on a busy page the drop may come before React has rendered the last dragover.
  const drag = useRef<Drag>(undefined);
  const ids = order ?? given.map(idOf);
  const entries = inOrder(given, idOf, ids);

  const store = async (menu_ids: number[]) => {
    setOrder(menu_ids);
    try {
      await save.run({ menu_ids });
      await reload();
    } finally {
      // Does not clear a later change, which has its own save.
      setOrder((shown) => (shown === menu_ids ? undefined : shown));
    }
  };
  // `useAction` has already shown the error, and the old order is shown again.
  const keep = (menu_ids: number[]) => void store(menu_ids).catch(() => undefined);
  return {
    entries,
    placeOf: (at) => ({
      first: at === 0,
      last: at === ids.length - 1,
      dragged: dragged === at,
      move: (by) => keep(moved(ids, at, at + by)),
      drag: () => {
        drag.current = { at, ids, changed: false };
        setDragged(at);
      },
      dragOver: () => {
        const { current } = drag;
        if (!current || current.at === at) return;
        drag.current = { at, ids: moved(current.ids, current.at, at), changed: true };
        setOrder(drag.current.ids);
        setDragged(at);
      },
      drop: () => {
        const { current } = drag;
        drag.current = undefined;
        setDragged(undefined);
        if (current?.changed) keep(current.ids);
      },
    }),
  };
}
