import { type GroupKey, type Section, screenAt, sections } from '#shared/menu.ts';

/** Section of a path, also of the section's own path. */
export function sectionAt(pathname: string): Section | undefined {
  return screenAt(pathname)?.section ?? sections.find(({ path }) => path === pathname);
}

export function groupAt(pathname: string): GroupKey | undefined {
  return sectionAt(pathname)?.group;
}
