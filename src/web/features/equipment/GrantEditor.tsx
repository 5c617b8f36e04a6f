import { Alert } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { equipment } from '#shared/contract/equipment/equipment.ts';
import { projects } from '#shared/contract/site-config/products.ts';
import { staleMs } from '#web/api/freshness.ts';
import { useMay } from '#web/api/powers.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { EffectPanel } from '#web/ui/EffectPanel.tsx';
import { SaveButtons } from '#web/ui/SaveButtons.tsx';
import { useLeaveGuard } from '#web/ui/useLeaveGuard.tsx';
import type { ShortSite } from '#web/widgets/site-tree.ts';
import { usePlaces } from '#web/widgets/useSites.ts';
import { GrantEffect } from './GrantEffect.tsx';
import { GrantTree } from './GrantTree.tsx';
import { type GrantKeys, grantsOf, type Held, keysOf, minus, seenBy } from './grants.ts';
import type { Owner } from './OwnerList.tsx';
import styles from './user-equipment.module.css';

interface GrantEditorProps {
  owner: Owner;
  held: Held;
  sites: readonly ShortSite[];
  /** Called with the keys that were just saved. */
  onSaved(keys: GrantKeys): Promise<void>;
  onDirty(dirty: boolean): void;
}

/** Grants sites by place, project or single site, with a preview; saving sends only the changes. */
export function GrantEditor({ owner, held, sites, onSaved, onDirty }: GrantEditorProps) {
  const t = useT();
  const toast = useToast();
  const [given] = useState(() => keysOf(held.given));
  const [keys, setKeys] = useState<GrantKeys>(given);
  const save = useAction(equipment.add, { refresh: [equipment.data] });
  const mayWrite = useMay(equipment.add.needs);
  const mayProjects = useMay(projects.list.needs);
  const projectList = useCall(projects.list, { page_size: 1000 }, { enabled: mayProjects, staleMs });
  const places = usePlaces(true);
  const inherited = useMemo(
    () => new Set(held.groups.flatMap((group) => [...keysOf(group.given)])),
    [held.groups],
  );
  const added = minus(keys, given);
  const removed = minus(given, keys);
  const dirty = added.length + removed.length > 0;
  useLeaveGuard(dirty);
  useEffect(() => onDirty(dirty), [dirty, onDirty]);

  const submit = async () => {
    const input = { [owner.kind]: owner.id, ...grantsOf(added), remove: grantsOf(removed) };
    const { total } = await save.run(input);
    toast.success(t('equipment.saved', { count: total }));
    await onSaved(keys);
  };
  const projectRows = projectList.data?.data_info ?? [];
  const nameOf = (key: string) => {
    const id = key.slice(1);
    if (key.startsWith('r')) return places.get(id) ?? id;
    return projectRows.find(({ project_id }) => String(project_id) === id)?.project_name ?? id;
  };
  return (
    <>
      <div className={styles.editor}>
        {held.sees_all_sites && <Alert type="info" showIcon title={t('equipment.sees_all')} />}
        {!mayWrite && <Alert type="info" showIcon title={t('roles.read_only')} />}
        <GrantTree
          sites={sites}
          places={places}
          projects={projectRows}
          keys={keys}
          inherited={inherited}
          disabled={!mayWrite}
          onChange={setKeys}
        />
      </div>
      <EffectPanel
        className={styles.effect}
        title={t('equipment.effect')}
        footer={
          mayWrite && (
            <SaveButtons
              dirty={dirty}
              saving={save.pending}
              save={t('equipment.save')}
              discard={t('equipment.discard')}
              onSave={() => submit().catch(() => undefined)}
              onDiscard={() => setKeys(given)}
            />
          )
        }
      >
        <GrantEffect
          before={held.sees_all_sites ? sites : seenBy(sites, new Set([...given, ...inherited]))}
          after={held.sees_all_sites ? sites : seenBy(sites, new Set([...keys, ...inherited]))}
          sites={sites}
          keys={keys}
          groups={held.groups}
          nameOf={nameOf}
          onDrop={mayWrite ? (key) => setKeys(new Set(minus(keys, new Set([key])))) : undefined}
        />
      </EffectPanel>
    </>
  );
}
