import { basename, extname } from 'node:path';

/** A name that can be displayed and saved anywhere. It is never used as a path here. */
export function safeName(name: string): string {
  const cleaned = basename(name.replaceAll('\\', '/'))
    // Control and invisible characters: some of them reverse the text, so that an .exe looks like a .pdf.
    .replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '')
    .trim();
  if (/^\.*$/.test(cleaned)) return 'file';
  return shortened(reserved.test(cleaned) ? `_${cleaned}` : cleaned);
}

/** Windows reserves these for devices, whatever the extension. */
const reserved = /^(con|prn|aux|nul|(com|lpt)[0-9¹²³])\s*(\.|$)/i;

/** Shortens the name but keeps the extension. */
function shortened(name: string): string {
  const characters = [...name];
  const ending = [...extname(name)].slice(0, 20);
  if (characters.length <= 200) return name;
  return [...characters.slice(0, 200 - ending.length), ...ending].join('');
}

/** `csv` of `数据.CSV`; empty if the name has no extension. */
export function typeOfName(name: string): string {
  return extname(name).slice(1).toLowerCase();
}
