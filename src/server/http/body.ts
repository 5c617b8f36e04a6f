import { Fault } from '#shared/faults.ts';

/** Much deeper than any call needs. Deeper input would overflow the stack of recursive readers. */
const MAX_DEPTH = 64;

/** Parses a JSON body. Refuses deep nesting and text that PostgreSQL cannot store. */
export function parseBody(text: string): unknown {
  if (text === '') return {};
  if (isTooDeep(text)) throw new Fault('parameter_error', { fields: [] });
  const body = parsed(text);
  // Both can only occur as escapes, so ordinary bodies are not searched.
  const field = /\\u(?:0000|d[89a-f])/i.test(text) ? unstorableAt(body, []) : undefined;
  if (field === undefined) return body;
  throw new Fault('parameter_error', { fields: [{ field: field.slice(0, 100), problem: 'bad_characters' }] });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Fault('parameter_error', { fields: [] });
  }
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** The index of the closing quote; the end of the text if there is none. */
function endOfString(text: string, begin: number): number {
  for (let at = begin + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

/** The place of a NUL or of half a surrogate pair, in a key or a value. */
function unstorableAt(value: unknown, path: readonly string[]): string | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : path.join('.');
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) return path.join('.');
    const found = unstorableAt(inner, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isStorable(text: string): boolean {
  return !/[\0\p{Cs}]/u.test(text);
}
