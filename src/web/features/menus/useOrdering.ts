import { useState } from 'react';
import { menuActions, menus } from '#shared/contract/menus.ts';
import { useAction } from '#web/api/useAction.ts';
import { inOrder, moved } from './menu-tree.ts';

/** What one entry does to its place. */
export interface Place {
  first: boolean;
  last: boolean;
  dragged: boolean;
  move(by: 1 | -1): void;
  drag(): void;
  dragOver(): void;
  drop(): void;
}

/** Entries that change places, by dragging or step by step. The order is saved when the entry is put down. */
export function useOrdering<Entry>(
  given: readonly Entry[],
  idOf: (entry: Entry) => number,
  reload: () => Promise<unknown>,
): { entries: Entry[]; placeOf(at: number): Place } {
  const save = useAction(menuActions.order, { refresh: [menus.list] });
  /** Until the server's own order is here again. */
  const [order, setOrder] = useState<number[]>();
  const [dragged, setDragged] = useState<number>();
  const ids = order ?? given.map(idOf);
  const entries = inOrder(given, idOf, ids);

  const store = async (menu_ids: number[]) => {
    setOrder(menu_ids);
    try {
      await save.run({ menu_ids });
      await reload();
    } finally {
      setOrder(undefined);
    }
  };
  // `useAction` has said what went wrong; the old order is back on screen.
  const keep = (menu_ids: number[]) => void store(menu_ids).catch(() => undefined);
  return {
    entries,
    placeOf: (at) => ({
      first: at === 0,
      last: at === ids.length - 1,
      dragged: dragged === at,
      move: (by) => keep(moved(ids, at, at + by)),
      drag: () => setDragged(at),
      dragOver: () => {
        if (dragged === undefined || dragged === at) return;
        setOrder(moved(ids, dragged, at));
        setDragged(at);
      },
      drop: () => {
        setDragged(undefined);
        if (order) keep(order);
      },
    }),
  };
}
