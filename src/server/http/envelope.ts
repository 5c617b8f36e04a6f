import { wordOf } from '#server/words.ts';
import { powerWord } from '#shared/domain/may.ts';
import { formatTime } from '#shared/domain/time.ts';
import {
  type DetailName,
  details,
  type Fault,
  type FaultName,
  faults,
  wholeDetails,
} from '#shared/faults.ts';
import { details as enDetails, faults as enFaults } from '#shared/i18n/en/faults.ts';
import { fill } from '#shared/i18n/fill.ts';
import type { Language } from '#shared/i18n/index.ts';
import { details as zhDetails, faults as zhFaults } from '#shared/i18n/zh/faults.ts';

type Params = Record<string, string | number>;

/** The answer of every call. `code` 0 is success; the browser has its own texts, `message` is for other clients. */
export interface Envelope {
  code: number;
  data?: unknown;
  message?: string;
  fields?: Fault['fields'];
  detail?: DetailName;
  params?: Fault['params'];
  request_id?: string;
}

export function refusal(fault: Fault, language: string | undefined): Envelope {
  return {
    code: faults[fault.fault].code,
    message: sentence(fault.fault, fault.detail, fault.params, language),
    fields: fault.fields,
    detail: fault.detail,
    params: fault.params,
    data: fault.data,
  };
}

/**
 * An unexpected error is answered with its number only; the log has the details under that number. An unavailable
 * database is named.
 */
export function crash(
  request_id: string,
  language: string | undefined,
  detail: 'unknown_error' | 'database_refuses' | 'database_away' = 'unknown_error',
): Envelope {
  const message = sentence(undefined, detail, { request_id }, language);
  return {
    code: detail === 'unknown_error' ? 500 : 503,
    message,
    detail,
    params: { request_id },
    request_id,
  };
}

function sentence(
  fault: FaultName | undefined,
  detail: DetailName | undefined,
  params: Fault['params'],
  language: string | undefined,
): string {
  const english = /^en\b/i.test(language ?? '');
  const whole = detail && wholeDetails.has(detail);
  const parts = [
    fault && !whole && (english ? enFaults : zhFaults)[fault],
    detail && details.includes(detail) && (english ? enDetails : zhDetails)[detail],
  ].filter((part): part is string => Boolean(part));
  return fill(parts.join(english ? ' ' : '，'), readable(params ?? {}, english ? 'en' : 'zh'));
}

/** Makes parameters readable: times in network time, powers by name. */
function readable(params: Params, language: Language): Params {
  const { until, power, power_name, power_name_en } = params;
  const renamed = (language === 'en' && power_name_en) || power_name;
  return {
    ...params,
    ...(until !== undefined && { until: formatTime(new Date(until), 'yyyy-MM-dd HH:mm') }),
    ...(typeof power === 'string' && { power: renamed ?? wordOf(language, powerWord(power)) ?? power }),
  };
}
