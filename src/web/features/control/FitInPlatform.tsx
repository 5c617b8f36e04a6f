import { Button } from 'antd';
import { corrections } from '#shared/contract/control/corrections.ts';
import { useMay } from '#web/api/powers.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { CorrectionForm } from '#web/widgets/correction/CorrectionForm.tsx';
import type { FitRow } from './kb-row.ts';

/** Applies a fit as a correction in the platform; nothing is sent to the device. */
export function FitInPlatform({ row, reason }: { row: FitRow; reason: string }) {
  const t = useT();
  const opened = useOpened<true>();
  if (!useMay(corrections.set.needs) || !row.wanted) return null;
  return (
    <>
      <Button type="link" size="small" onClick={() => opened.open(true)}>
        {t('siteFit.use_in_platform')}
      </Button>
      {opened.show(() => (
        <Form row={row} reason={reason} onClosed={opened.closed} />
      ))}
    </>
  );
}

function Form({ row, reason, onClosed }: { row: FitRow; reason: string; onClosed(): void }) {
  const { site_id, component_id, wanted } = row;
  const { data } = useCall(corrections.data, { site_id });
  if (!data || !wanted) return null;
  return (
    <CorrectionForm
      site_id={site_id}
      versions={data.versions}
      proposed={{ component_id, ...wanted, reason }}
      onClosed={onClosed}
    />
  );
}
