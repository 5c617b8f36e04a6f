// Runs before the first paint, so that a dark screen never flashes white. The rule itself lives in theme/theme.ts.
(() => {
  const chosen = localStorage.getItem('theme');
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
