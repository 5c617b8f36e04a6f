import { factorLabel } from '#shared/domain/formula.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';
import { useHome } from './home-context.ts';

/** Name of the map's colouring. */
export function useColouringName(): string {
  const t = useT();
  const language = useLanguage();
  const { colouring } = useHome();
  if (colouring === 'overall') return t('home.overall');
  return factorLabel(localName(colouring, 'component_name', language), colouring.formula);
}
