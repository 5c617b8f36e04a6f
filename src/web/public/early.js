// Runs before the first paint and before every module.
(() => {
  // The content policy forbids eval. Zod would try it once, and the browser would report that.
  globalThis.__zod_globalConfig = { jitless: true };
  // A dark screen must never flash white. The rules themselves live in theme/*.ts.
  const chosen = localStorage.getItem('theme');
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document.documentElement.dataset.aqi = localStorage.getItem('aqi_palette') ?? 'standard';
})();
