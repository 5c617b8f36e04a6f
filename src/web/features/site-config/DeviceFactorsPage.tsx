import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { factorCalls } from '#shared/contract/site-config/factors.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { EmptyState, ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { Page } from '#web/ui/Page.tsx';
import { useLeaving } from '#web/ui/useConfirm.ts';
import { SitePicker } from '#web/widgets/SitePicker.tsx';
import styles from './device-factors.module.css';
import { FactorEditor } from './FactorEditor.tsx';

/** Factors measured by a site. The site is in the URL, for links from the site list. */
export function DeviceFactorsPage() {
  const t = useT();
  const leave = useLeaving();
  const [params, setParams] = useSearchParams();
  const [dirty, setDirty] = useState(false);
  const wanted = Number(params.get('site_id') ?? Number.NaN);
  const site_id = Number.isInteger(wanted) ? wanted : undefined;
  const choose = ([chosen]: number[]) =>
    leave(dirty, () => setParams(chosen === undefined ? {} : { site_id: String(chosen) }, { replace: true }));
  return (
    <Page
      hint={t('deviceFactors.hint')}
      actions={
        <SitePicker
          label={t('deviceFactors.site')}
          placeholder={t('deviceFactors.pick_site')}
          value={site_id === undefined ? [] : [site_id]}
          onChange={choose}
        />
      }
    >
      <section className={styles.sheet} aria-label={t('deviceFactors.title')}>
        {site_id === undefined ? (
          <EmptyState title={t('deviceFactors.pick_site_first')} hint={t('deviceFactors.pick_site_hint')} />
        ) : (
          <SiteFactors key={site_id} site_id={site_id} onDirty={setDirty} />
        )}
      </section>
    </Page>
  );
}

function SiteFactors({ site_id, onDirty }: { site_id: number; onDirty(dirty: boolean): void }) {
  const answer = useCall(factorCalls.ofSite, { site_id });
  const [saves, setSaves] = useState(0);
  // Waits for fresh data: a cached answer may have an old version.
  if (!answer.data || !answer.isFetchedAfterMount) {
    if (!answer.error) return <ListSkeleton />;
    return <ListError error={answer.error} onRetry={() => void answer.refetch()} />;
  }
  const reload = async () => (await answer.refetch()).data ?? answer.data;
  return (
    <FactorEditor
      // A new key after saving resets the editor to the saved state.
      key={saves}
      site_id={site_id}
      read={answer.data}
      reload={reload}
      onSaved={async () => {
        await reload();
        setSaves(saves + 1);
      }}
      onDirty={onDirty}
    />
  );
}
