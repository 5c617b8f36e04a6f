import { pageChunk } from './lazy-page.tsx';

/** Loads the shell with antd and all words together, so that no word key becomes visible. */
export const shellChunk = pageChunk(async () => {
  const [{ Shell }, { loadAppLanguage }] = await Promise.all([
    import('./Shell.tsx'),
    import('./app-locale.ts'),
  ]);
  await loadAppLanguage();
  return Shell;
});
