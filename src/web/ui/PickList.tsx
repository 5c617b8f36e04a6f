import styles from './pick-list.module.css';

interface PickItem {
  id: number;
  name: string;
  note: string;
  /** Indents the item below the one before it. */
  under?: boolean;
}

interface PickListProps {
  items: readonly PickItem[];
  /** The item whose details are shown beside the list. */
  picked: number | undefined;
  onPick(id: number): void;
}

/** Selection list beside a detail view. */
export function PickList({ items, picked, onPick }: PickListProps) {
  return (
    <ul className={styles.list}>
      {items.map(({ id, name, note, under }) => (
        <li key={id} data-under={under}>
          <button type="button" aria-current={id === picked ? 'true' : undefined} onClick={() => onPick(id)}>
            <span>{name}</span>
            <small>{note}</small>
          </button>
        </li>
      ))}
    </ul>
  );
}
