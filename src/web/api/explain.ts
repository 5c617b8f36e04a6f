import { powerWord } from '#shared/domain/may.ts';
import { formatTime } from '#shared/domain/time.ts';
import { wholeDetails } from '#shared/faults.ts';
import { currentLanguage, type T } from '#web/i18n.ts';
import { CallError } from './call-error.ts';

/** Error message in the user's language; empty if the call was cancelled. */
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
  // `in_use` has its own sentence per referencing table.
  const key = by !== undefined && t.has(`inUse.${by}`) ? `inUse.${by}` : `details.${detail}`;
  return t.tx(key, { request_id, ...readable });
}

/** The name of a power as the server has it, or the built-in one; its code if the words are not loaded. */
function powerName(t: T, power: string, params: CallError['params']): string {
  const { power_name, power_name_en } = params;
  const named = (currentLanguage() === 'en' && power_name_en) || power_name;
  if (named) return String(named);
  const key = powerWord(power);
  return t.has(key) ? t.tx(key) : power;
}

/** Whether a permission was missing: trying again would change nothing. */
export function isDenied(error: unknown): boolean {
  return (
    error instanceof CallError && (error.fault === 'permission_denied' || error.fault === 'no_authority')
  );
}

/** Only the time if it is today, otherwise with the date. */
function localTime(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const today = formatTime(new Date(), 'yyyy-MM-dd') === formatTime(at, 'yyyy-MM-dd');
  return formatTime(at, today ? 'HH:mm' : 'yyyy-MM-dd HH:mm');
}

function withRequestId(t: T, sentence: string, { request_id }: CallError): string {
  return request_id ? sentence + t('login.joiner') + t('common.request_id', { request_id }) : sentence;
}
