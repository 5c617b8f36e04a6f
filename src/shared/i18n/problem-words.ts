import type { FieldProblem } from '#shared/faults.ts';
import type { Say } from './say.ts';

interface At {
  /** Namespace of the words for the fields and their choices. */
  name: string;
  /** The value as written, if known. */
  value?: string | undefined;
}

/** Message for an invalid field: with the value and, if known, the allowed ones. */
export function sayProblem(say: Say, { field, problem, params = {} }: FieldProblem, at?: At): string {
  const value = String(params.value ?? at?.value ?? '');
  if (problem === 'unknown_value' && value !== '') {
    if (!at) return say('problems.unknown_value_said', { value });
    return say('problems.unknown_value_named', { value, field: inSentence(say(`${at.name}.${field}`)) });
  }
  if (problem === 'bad_choice' && at && value !== '' && typeof params.allowed === 'string') {
    const words = params.allowed.split(',').map((choice) => say(`${at.name}.${field}_${choice}`));
    return say('problems.bad_choice_allowed', { value, allowed: words.join(say('lists.between')) });
  }
  if (params.above !== undefined && value !== '')
    return say('problems.outside_named', { value, above: String(params.above) });
  if (problem === 'repeated' && params.value !== undefined) return say('problems.repeated_value', { value });
  const slots = Object.entries(params).map(([name, slot]) => [name, String(slot)]);
  return say(`problems.${problem}`, Object.fromEntries(slots));
}

/** For use within a sentence: Province → province; MN and PM2.5 are unchanged. */
function inSentence(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}
