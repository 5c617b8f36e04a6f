import { Button, Select } from 'antd';
import { useState } from 'react';
import { searchedByLabel } from '#web/ui/searched.ts';
import styles from './add-people.module.css';

interface Person {
  user_id: number;
  real_name: string;
  account: string;
}

interface AddPeopleProps {
  /** Placeholder of the select. */
  label: string;
  /** Label of the button. */
  add: string;
  people: readonly Person[] | undefined;
  onAdd(user_ids: number[]): Promise<unknown>;
  pending: boolean;
}

/** Selects people to add; on failure the selection stays. */
export function AddPeople({ label, add, people, onAdd, pending }: AddPeopleProps) {
  const [chosen, setChosen] = useState<number[]>([]);
  const submit = async () => {
    await onAdd(chosen);
    setChosen([]);
  };
  return (
    <div className={styles.add}>
      <Select<number[]>
        className={styles.people}
        mode="multiple"
        aria-label={label}
        placeholder={label}
        value={chosen}
        onChange={setChosen}
        loading={people === undefined}
        maxTagCount="responsive"
        showSearch={searchedByLabel}
        options={people?.map(({ user_id, real_name, account }) => ({
          value: user_id,
          label: `${real_name} ${account}`,
        }))}
      />
      <Button
        type="primary"
        disabled={chosen.length === 0}
        loading={pending}
        onClick={() => void submit().catch(() => undefined)}
      >
        {add}
      </Button>
    </div>
  );
}
