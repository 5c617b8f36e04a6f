import { Suspense } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { sections } from '#shared/menu.ts';
import { explain } from '#web/api/explain.ts';
import { useT } from '#web/i18n.ts';
import { PageName } from '#web/ui/page-name.ts';
import type { Menu } from './menu-model.ts';
import { PageBoundary } from './PageBoundary.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';
import { StateButton, StatePage } from './StatePage.tsx';
import { type MenuState, useEntryName } from './useMenu.ts';

/** Renders the page at the path if permitted, otherwise explains what is missing without redirecting. */
export function PageGate({ menu, error, renew }: MenuState) {
  const t = useT();
  const nameOf = useEntryName();
  const { pathname } = useLocation();
  if (!menu && error) {
    return (
      <StatePage kind="error" title={t('shell.menu_failed')} hint={explain(t, error)}>
        <StateButton onClick={renew}>{t('common.retry')}</StateButton>
      </StatePage>
    );
  }
  if (!menu) return <PageSkeleton />;
  const target = sectionTarget(menu, pathname);
  if (target) return <Navigate to={target} replace />;
  const entry = menu.entryAt(pathname);
  const name = entry ? nameOf(entry) : '';
  if (!menu.permits(pathname) || isSection(pathname)) return <NoPermission page={name} />;
  return (
    <PageName value={name}>
      <PageBoundary resetKey={pathname}>
        <Suspense key={pathname} fallback={<PageSkeleton />}>
          <Outlet />
        </Suspense>
      </PageBoundary>
    </PageName>
  );
}

function NoPermission({ page }: { page: string }) {
  const t = useT();
  const navigate = useNavigate();
  const hint = page ? t('common.no_permission_page', { page }) : t('common.no_permission_hint');
  return (
    <StatePage kind="no-permission" title={t('common.no_permission')} hint={hint}>
      <StateButton onClick={() => void navigate('/homepages')}>{t('common.back_home')}</StateButton>
    </StatePage>
  );
}

function isSection(pathname: string): boolean {
  return sections.some(({ path }) => path === pathname);
}

function sectionTarget(menu: Menu, pathname: string): string | undefined {
  const shown = menu.groups.flatMap((group) => group.sections);
  return shown.find(({ path }) => path === pathname)?.target;
}
