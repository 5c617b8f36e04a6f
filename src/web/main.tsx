import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { navigateWith } from '#web/api/navigation.ts';
import { leavePage } from '#web/api/page-scope.ts';
import { startI18n } from '#web/i18n.ts';
import { firstChunk, routes } from '#web/routes.tsx';
import { keepEnterInPickers } from '#web/ui/enter-key.ts';

async function start(root: HTMLElement): Promise<void> {
  await Promise.all([startI18n(), firstChunk()]);
  const router = createBrowserRouter(routes);
  keepEnterInPickers();
  navigateWith((to) => void router.navigate(to));
  let path = router.state.location.pathname;
  router.subscribe(({ location }) => {
    if (location.pathname === path) return;
    path = location.pathname;
    leavePage();
  });
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}

const root = document.getElementById('root');
if (root) {
  start(root).catch(() => {
    // The words themselves failed to load, so this sentence is in both languages.
    root.textContent = '加载失败，请刷新页面。 Could not load. Please reload the page.';
  });
}
