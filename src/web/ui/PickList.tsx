import styles from './pick-list.module.css';

interface PickItem {
  id: number;
  name: string;
  note: string;
  /** Belongs to the one above it. */
  under?: boolean;
}

interface PickListProps {
  items: readonly PickItem[];
  /** The one whose details stand beside the list. */
  picked: number | undefined;
  onPick(id: number): void;
}

/** What a page of details is about, one beside the other. */
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
