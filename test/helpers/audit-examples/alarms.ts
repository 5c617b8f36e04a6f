import { alarmKindNames } from '#shared/domain/alarm-kinds.ts';
import type { TemplateEvent } from '#shared/domain/alarm-template.ts';

let ruled = 0;
export const newAlarmRule = () => ({
  scope: 'network',
  component_id: ++ruled,
  data_type: 'hour',
  high_alarm: 9,
});

export const newAlarmKind = () => ({ scope: 'network', kind: alarmKindNames[ruled++] });
export const newTemplate = (event: TemplateEvent) => ({
  ...{ event, language: 'zh' as const, subject: '{site}', body: '{what}', version: 0 },
});
export const newWindow = () => ({
  ...{ scope: 'network', starts_at: '2026-11-15T00:00:00Z', ends_at: '2026-11-15T02:00:00Z' },
});
