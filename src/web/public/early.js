// Runs before the first paint and before every module.
(() => {
  // The Content Security Policy forbids eval. Zod would try it once, which browsers report.
  globalThis.__zod_globalConfig = { jitless: true };
  // Prevents a white flash in the dark theme. Repeats the rules of theme/*.ts.
  const chosen = localStorage.getItem('theme');
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document.documentElement.dataset.aqi = localStorage.getItem('aqi_palette') ?? 'standard';
})();
