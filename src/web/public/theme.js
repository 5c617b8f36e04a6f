// Runs before the first paint, so that a dark screen never flashes white. The rules themselves live in theme/*.ts.
(() => {
  const chosen = localStorage.getItem('theme');
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document.documentElement.dataset.aqi = localStorage.getItem('aqi_palette') ?? 'standard';
})();
