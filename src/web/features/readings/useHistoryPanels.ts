import { useMemo } from 'react';
import { history } from '#shared/contract/readings/history.ts';
import { printedFormula } from '#shared/domain/formula.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';
import type { Asked } from './asked.ts';
import { chartPanels, pastSpan, spanAround } from './chart-panels.ts';

/** One bucket per pixel: more would be invisible. Rounded, so that the query key stays stable. */
const width = Math.min(4000, Math.max(400, Math.ceil(window.innerWidth / 100) * 100));

/** Data of the chart: courses, those of the compared time, and the time range. */
export function useHistoryPanels({ query, sites, factors, sections, selection }: Asked) {
  const t = useT();
  const language = useLanguage();
  const { zoom, data_type, compare } = query;
  const span = zoom ? spanAround(data_type, zoom) : { from: selection.from, to: selection.to };
  const answer = useCall(history.course, { ...selection, ...span, width }, { keepPrevious: true });
  const courses = answer.data?.data_info;
  const [from, to] = [zoom?.from ?? Date.parse(query.from), zoom?.to ?? Date.parse(query.to)];
  const past = compare && pastSpan(compare, { from: Date.parse(query.from), to: Date.parse(query.to) });
  const shiftMs = past?.shiftMs ?? 0;
  const earlier = (at: string) => new Date(Date.parse(at) - shiftMs).toISOString();
  const pastAnswer = useCall(
    history.course,
    { ...selection, from: earlier(span.from), to: earlier(span.to), width },
    { keepPrevious: true, enabled: past !== undefined },
  );
  const pastCourses = past && pastAnswer.data?.data_info;
  const panels = useMemo(
    () =>
      chartPanels({
        courses: courses ?? [],
        sites,
        factors,
        sections,
        data_type,
        from,
        to,
        nameOf: (factor) => printedFormula(factor.formula) || localName(factor, 'component_name', language),
        limitSort: ({ target }) =>
          target === undefined
            ? t('history.limit')
            : t('history.class_limit', { class: t.tx(`standards.class_${target}`) }),
        past: compare &&
          pastCourses && {
            courses: pastCourses,
            shiftMs,
            nameOf: (name) => t(`history.compared_${compare}`, { name }),
          },
      }).filter(({ lines }) => lines.length > 0),
    [courses, pastCourses, compare, shiftMs, sites, factors, sections, data_type, from, to, language, t],
  );
  return { answer, courses, panels, from, to };
}
