import { powerWord } from '#shared/domain/may.ts';
import { formatTime } from '#shared/domain/time.ts';
import { wholeDetails } from '#shared/faults.ts';
import { currentLanguage, type T } from '#web/i18n.ts';
import { CallError } from './call-error.ts';

/** What went wrong in the reader's words. Empty for what was cancelled: nobody waits for it. */
export function explain(t: T, error: unknown): string {
  if (!(error instanceof CallError)) return t('common.page_error');
  switch (error.kind) {
    case 'cancelled':
      return '';
    case 'network':
      return error.message === 'timeout' ? t('common.timeout') : t('common.network_deviation');
    case 'http':
      if (error.status === 429) return t('login.wait_then_retry');
      return error.detail ? explainRefusal(t, error) : withRequestId(t, t('common.request_error'), error);
    case 'refused':
      return explainRefusal(t, error);
  }
}

function explainRefusal(t: T, error: CallError): string {
  const detail = error.detail && t.has(`details.${error.detail}`) ? sayDetail(t, error) : '';
  if (error.detail && detail && wholeDetails.has(error.detail)) return detail;
  if (!error.fault) return detail || withRequestId(t, t('common.request_error'), error);
  const sentence = t(`faults.${error.fault}`);
  return detail ? sentence + t('login.joiner') + detail : sentence;
}

function sayDetail(t: T, { detail, params, request_id = '–' }: CallError): string {
  const { until, by, power } = params;
  const readable = {
    ...params,
    ...(typeof until === 'string' && { until: localTime(until) }),
    ...(typeof power === 'string' && { power: powerName(t, power, params) }),
  };
  // Who uses what cannot be deleted has a sentence of its own.
  const key = by !== undefined && t.has(`inUse.${by}`) ? `inUse.${by}` : `details.${detail}`;
  return t.tx(key, { request_id, ...readable });
}

/** Its name as the server has it, or as it began; its code where the words of the pages are not loaded. */
function powerName(t: T, power: string, params: CallError['params']): string {
  const { power_name, power_name_en } = params;
  const named = (currentLanguage() === 'en' && power_name_en) || power_name;
  if (named) return String(named);
  const key = powerWord(power);
  return t.has(key) ? t.tx(key) : power;
}

/** Whether it was refused for want of a permission: trying again changes nothing. */
export function isDenied(error: unknown): boolean {
  return (
    error instanceof CallError && (error.fault === 'permission_denied' || error.fault === 'no_authority')
  );
}

/** Today's moments by the clock alone, others with their date. */
function localTime(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const today = formatTime(new Date(), 'yyyy-MM-dd') === formatTime(at, 'yyyy-MM-dd');
  return formatTime(at, today ? 'HH:mm' : 'yyyy-MM-dd HH:mm');
}

function withRequestId(t: T, sentence: string, { request_id }: CallError): string {
  return request_id ? sentence + t('login.joiner') + t('common.request_id', { request_id }) : sentence;
}
