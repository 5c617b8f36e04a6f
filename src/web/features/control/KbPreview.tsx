import { kbActions } from '#shared/contract/control/kb.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';
import { BeforeAfter } from '#web/widgets/command/BeforeAfter.tsx';
import type { Settable } from './kb-row.ts';

/** Hours of the last week before and after a change of K and B. */
export function KbPreview({ row, k, b }: { row: Settable; k: number; b: number }) {
  const t = useT();
  const language = useLanguage();
  const { site_id, component_id, unit } = row;
  const { data } = useCall(kbActions.preview, { site_id, component_id, k, b }, { keepPrevious: true });
  if (!data) return null;
  const name = `${row.site_name} ${localName(row, 'component_name', language)}`;
  return (
    <BeforeAfter
      title={t('kbValues.preview', { name })}
      unit={unit}
      note={!data.before.known && t('kbValues.assumed')}
      data={data}
    />
  );
}
