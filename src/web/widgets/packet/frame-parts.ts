/** Part of a frame; `field` is the key of the row that explains it. */
export interface FramePart {
  kind: 'mark' | 'length' | 'header' | 'content' | 'crc' | 'rest';
  text: string;
  /** Header fields by upper-case name, content items by index: `QN`, `0`. */
  field?: string;
}

const open = /CP=&&/i;
/** Two marks, four digits of length and the rest; parts may be missing. */
const framePattern = /^(.*?)(##)(\d{0,4})(.*)$/s;

/** Splits a raw frame into its parts, without losing a character of malformed frames. */
export function framePartsOf(raw: string): FramePart[] {
  const frame = framePattern.exec(raw);
  if (!frame) return [{ kind: 'rest', text: raw }];
  const [, junk = '', marks = '', length = '', rest = ''] = frame;
  return [
    { kind: 'rest' as const, text: junk },
    { kind: 'mark' as const, text: marks },
    { kind: 'length' as const, text: length, field: 'length' },
    ...segmentParts(rest),
  ].filter(({ text }) => text !== '');
}

function segmentParts(text: string): FramePart[] {
  const start = open.exec(text);
  if (!start) return items(text, 'header', headerField);
  const header = text.slice(0, start.index);
  const inside = text.slice(start.index + start[0].length);
  // Log texts may contain `&&`: the last one ends the content.
  const end = inside.lastIndexOf('&&');
  const content = end < 0 ? inside : inside.slice(0, end);
  const after = end < 0 ? '' : inside.slice(end + 2);
  const crc = /^[0-9A-Fa-f]{4}/.exec(after)?.[0] ?? '';
  return [
    ...items(header, 'header', headerField),
    { kind: 'mark', text: start[0] },
    ...items(content, 'content', contentItem),
    { kind: 'mark', text: end < 0 ? '' : '&&' },
    { kind: 'crc', text: crc, field: 'crc' },
    { kind: 'rest', text: after.slice(crc.length) },
  ];
}

/** A stray comma next to a semicolon belongs to no field. */
const headerField = /[^;,\s](?:[^;]*[^;,\s])?/g;
const contentItem = /[^;,=]+=(?:\/\/.*?\/\/)?[^;,]*|[^;,]+/gs;

/** The matches and the text between them. */
function items(text: string, kind: 'header' | 'content', pattern: RegExp): FramePart[] {
  const parts: FramePart[] = [];
  let at = 0;
  for (const [number, match] of [...text.matchAll(pattern)].entries()) {
    const name = match[0].split('=')[0]?.trim().toUpperCase();
    parts.push({ kind: 'rest', text: text.slice(at, match.index) });
    parts.push({ kind, text: match[0], field: kind === 'header' ? name : String(number) });
    at = match.index + match[0].length;
  }
  parts.push({ kind: 'rest', text: text.slice(at) });
  return parts;
}
