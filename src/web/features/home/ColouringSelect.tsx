import { Select } from 'antd';
import { useMemo } from 'react';
import { factorLabel } from '#shared/domain/formula.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';
import { useHome } from './home-context.ts';

const overall = 'overall';

/** Selects the factor that colours the map. Offers factors with values, and the current one. */
export function ColouringSelect() {
  const t = useT();
  const language = useLanguage();
  const { network, colouring, colourBy } = useHome();
  const code = colouring === 'overall' ? overall : colouring.code;
  const groups = useMemo(
    () =>
      (['air', 'water'] as const).map((medium) => {
        const mine = network.stations.filter((station) => station.medium === medium);
        const seen = network.factors[medium].filter(
          (factor, place) =>
            mine.some(({ values }) => values[place] !== null && values[place] !== undefined) ||
            factor.code === code,
        );
        return { medium, seen };
      }),
    [network, code],
  );
  return (
    <Select
      size="small"
      aria-label={t('home.colour_by')}
      popupMatchSelectWidth={false}
      value={code}
      options={[
        { value: overall, label: t('home.overall') },
        ...groups
          .filter(({ seen }) => seen.length > 0)
          .map(({ medium, seen }) => ({
            label: t(`home.medium_${medium}`),
            options: seen.map((factor) => ({
              value: factor.code,
              label: factorLabel(localName(factor, 'component_name', language), factor.formula),
            })),
          })),
      ]}
      onChange={(chosen) =>
        colourBy(groups.flatMap(({ seen }) => seen).find((factor) => factor.code === chosen) ?? 'overall')
      }
    />
  );
}
