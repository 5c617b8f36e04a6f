type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/**
 * Answer with translated site names. Objects that have both names stay unchanged, as they may be sent back. Unchanged
 * parts keep their identity, to avoid re-rendering.
 */
export function withSiteNames<Answer>(answer: Answer, nameOf: (site_name: string) => string): Answer {
  return renamed(answer, nameOf) as Answer;
}

function renamed(value: unknown, nameOf: (site_name: string) => string): unknown {
  if (!isFields(value)) return value;
  if (Array.isArray(value)) return renamedList(value, nameOf);
  let copy: Fields | undefined;
  for (const [key, old] of Object.entries(value)) {
    const isName = key === 'site_name' && typeof old === 'string' && !('site_name_en' in value);
    const fresh = isName ? nameOf(old) : renamed(old, nameOf);
    if (fresh === old) continue;
    copy ??= { ...value };
    copy[key] = fresh;
  }
  return copy ?? value;
}

function renamedList(list: unknown[], nameOf: (site_name: string) => string): unknown[] {
  // Lists contain one type: checking for objects skips thousands of numbers.
  if (!list.some(isFields)) return list;
  const fresh = list.map((one) => renamed(one, nameOf));
  return fresh.some((one, at) => one !== list[at]) ? fresh : list;
}
