import styles from './pick-list.module.css';

interface PickListProps {
  items: readonly { id: number; name: string; note: string }[];
  /** The one whose details stand beside the list. */
  picked: number | undefined;
  onPick(id: number): void;
}

/** What a page of details is about, one beside the other. */
export function PickList({ items, picked, onPick }: PickListProps) {
  return (
    <ul className={styles.list}>
      {items.map(({ id, name, note }) => (
        <li key={id}>
          <button type="button" aria-current={id === picked ? 'true' : undefined} onClick={() => onPick(id)}>
            <span>{name}</span>
            <small>{note}</small>
          </button>
        </li>
      ))}
    </ul>
  );
}
