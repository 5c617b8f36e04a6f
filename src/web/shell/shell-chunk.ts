import { pageChunk } from './lazy-page.tsx';

/** The shell with the widget kit and the rest of the words: all or nothing, so that no key shows as text. */
export const shellChunk = pageChunk(async () => {
  const [{ Shell }, { loadAppLanguage }] = await Promise.all([
    import('./Shell.tsx'),
    import('./app-locale.ts'),
  ]);
  await loadAppLanguage();
  return Shell;
});
