import { basename, extname } from 'node:path';

/** A name that can be shown and saved anywhere. It is never used as a path here. */
export function safeName(name: string): string {
  const cleaned = basename(name.replaceAll('\\', '/'))
    // Control and invisible characters: some of them turn the writing round, so that an .exe reads as a .pdf.
    .replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '')
    .trim();
  return /^\.*$/.test(cleaned) ? 'file' : [...cleaned].slice(0, 200).join('');
}

/** `csv` of `数据.CSV`; nothing where a name has no ending. */
export function typeOfName(name: string): string {
  return extname(name).slice(1).toLowerCase();
}
