import type { ReactNode } from 'react';
import { useT } from '#web/i18n.ts';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import { ListBar, RefreshButton } from '#web/ui/ListPanel.tsx';
import { SitePicker } from '#web/widgets/SitePicker.tsx';

interface AirBarProps {
  site_ids: number[];
  onSites(site_ids: number[]): void;
  busy: boolean;
  onRefresh(): void;
  exported: { name: string; title: string; query: Record<string, unknown>; isEmpty: boolean };
  /** Selects the period and view. */
  children: ReactNode;
}

/** Bar above air reports: sites, period, refresh and export. */
export function AirBar({ site_ids, onSites, busy, onRefresh, exported, children }: AirBarProps) {
  const t = useT();
  return (
    <ListBar
      tools={
        <>
          <RefreshButton busy={busy} onClick={onRefresh} />
          {/* The columns are fixed by the standard. */}
          <ExportButton {...exported} columns={['form']} />
        </>
      }
    >
      <SitePicker multiple virtualByName label={t('air.sites')} value={site_ids} onChange={onSites} />
      {children}
    </ListBar>
  );
}
