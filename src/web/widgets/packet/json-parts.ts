import type { FramePart } from './frame-parts.ts';

/** `"name": …` at the outer level, and `"code": {` or a part of it among the values, as they are laid out. */
const line = /^( {2,6})"([^"]*)": (.*)$/;

/** An item laid out for reading, line by line, its lines bound to the rows that explain them; other texts as they are. */
export function jsonPartsOf(text: string): FramePart[] {
  const lines = laidOut(text)?.split('\n');
  if (!lines) return [{ kind: 'rest', text }];
  let items = 0;
  return lines.map((one, i): FramePart => {
    const shown = i < lines.length - 1 ? `${one}\n` : one;
    const [, indent = '', name = '', value = ''] = line.exec(one) ?? [];
    if (indent.length === 2 && name !== 'values')
      return { kind: 'header', text: shown, field: name.toUpperCase() };
    // A code with parts has a row for each of them and none of its own.
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
