import type { FramePart } from './frame-parts.ts';

/** Matches `"name": …` at the outer level, and codes or their parts below `values`, in pretty-printed JSON. */
const line = /^( {2,6})"([^"]*)": (.*)$/;

/** Pretty-printed JSON packet, its lines linked to the rows that explain them; other texts stay one part. */
export function jsonPartsOf(text: string): FramePart[] {
  const lines = laidOut(text)?.split('\n');
  if (!lines) return [{ kind: 'rest', text }];
  let items = 0;
  return lines.map((one, i): FramePart => {
    const shown = i < lines.length - 1 ? `${one}\n` : one;
    const [, indent = '', name = '', value = ''] = line.exec(one) ?? [];
    if (indent.length === 2 && name !== 'values')
      return { kind: 'header', text: shown, field: name.toUpperCase() };
    // A code with parts has one row per part and none for itself.
    if (indent.length < 4 || value === '{') return { kind: 'rest', text: shown };
    return { kind: 'content', text: shown, field: String(items++) };
  });
}

function laidOut(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return undefined;
  }
}
