import { Empty } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { equipment } from '#shared/contract/equipment/equipment.ts';
import { useToast } from '#web/api/toasts.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { Page } from '#web/ui/Page.tsx';
import { useLeaving } from '#web/ui/useConfirm.ts';
import { useSites } from '#web/widgets/useSites.ts';
import { GrantEditor } from './GrantEditor.tsx';
import { keysOf, minus } from './grants.ts';
import { type Owner, OwnerList } from './OwnerList.tsx';
import styles from './user-equipment.module.css';

/** Sites visible to a user or group. The owner is in the URL, for links from other pages. */
export function UserEquipmentPage() {
  const t = useT();
  const leave = useLeaving();
  const [params, setParams] = useSearchParams();
  const [dirty, setDirty] = useState(false);
  const owner = ownerIn(params);
  const choose = (chosen: Owner) =>
    leave(dirty, () => setParams({ [chosen.kind]: String(chosen.id) }, { replace: true }));
  return (
    <Page hint={t('equipment.hint')}>
      <div className={styles.layout}>
        <OwnerList chosen={owner} onChoose={choose} />
        {owner ? (
          <OwnerGrants key={`${owner.kind}${owner.id}`} owner={owner} onDirty={setDirty} />
        ) : (
          <Empty
            className={styles.nobody}
            image={Empty.PRESENTED_IMAGE_SIMPLE}
            description={t('equipment.choose_owner')}
          />
        )}
      </div>
    </Page>
  );
}

function ownerIn(params: URLSearchParams): Owner | undefined {
  const kind = params.has('user_group_id') ? 'user_group_id' : 'user_id';
  const text = params.get(kind);
  return text !== null && /^\d{1,9}$/.test(text) ? { kind, id: Number(text) } : undefined;
}

function OwnerGrants({ owner, onDirty }: { owner: Owner; onDirty(dirty: boolean): void }) {
  const answer = useCall(equipment.data, { [owner.kind]: owner.id });
  const { sites, answer: siteAnswer } = useSites();
  const [saves, setSaves] = useState(0);
  const t = useT();
  const toast = useToast();
  const reload = () => Promise.all([answer.refetch(), siteAnswer.refetch()]);
  // Waits for fresh data before editing.
  if (!answer.data || !answer.isFetchedAfterMount || !siteAnswer.data) {
    const error = answer.error ?? siteAnswer.error;
    if (!error) return <ListSkeleton />;
    return <ListError error={error} onRetry={() => void reload()} />;
  }
  return (
    <GrantEditor
      // A new key after saving resets the editor to the saved state.
      key={saves}
      owner={owner}
      held={answer.data}
      sites={sites}
      onSaved={async (keys) => {
        const [{ data }] = await reload();
        // Concurrent changes commute, so nothing is lost; but the preview did not include the other user's.
        const given = data ? keysOf(data.given) : keys;
        const isOther = minus(given, keys).length + minus(keys, given).length > 0;
        if (isOther) toast.warning(t('equipment.changed_meanwhile'));
        setSaves(saves + 1);
      }}
      onDirty={onDirty}
    />
  );
}
