import { QueryClientProvider } from '@tanstack/react-query';
import { App, ConfigProvider } from 'antd';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { signIn } from '#shared/contract/access/sign-in.ts';
import { send } from '#web/api/client.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { renewed, useSession } from '#web/api/session.ts';
import { useT } from '#web/i18n.ts';
import { antdTheme } from '#web/theme/antd-theme.ts';
import { useBrand } from '#web/theme/brand.ts';
import { useTheme } from '#web/theme/theme.ts';
import { firstProblem } from '#web/ui/form-problems.ts';
import { kitButtons } from '#web/ui/kit-buttons.tsx';
import { LocalSiteNames } from '#web/ui/LocalSiteNames.tsx';
import { useAntdLocale } from './app-locale.ts';
import { Breadcrumb } from './Breadcrumb.tsx';
import { Header } from './Header.tsx';
import { PageGate } from './PageGate.tsx';
import { PlatformBanner } from './PlatformBanner.tsx';
import { ServiceBanner } from './ServiceBanner.tsx';
import { SideMenu } from './SideMenu.tsx';
import styles from './shell.module.css';
import { useMenu } from './useMenu.ts';
import { VisitedTabs } from './VisitedTabs.tsx';
import { WhatIsNew } from './WhatIsNew.tsx';

const queryClient = createQueryClient();

export function Shell() {
  const theme = useTheme();
  const accent = useSession()?.user_set.accent;
  const locale = useAntdLocale();
  useBrand(accent);
  return (
    <QueryClientProvider client={queryClient}>
      <ConfigProvider
        theme={antdTheme(theme, accent)}
        locale={locale}
        button={kitButtons}
        form={{ scrollToFirstError: firstProblem }}
      >
        <App className={styles.app} message={{ top: 64 }}>
          <LocalSiteNames>
            <Frame />
          </LocalSiteNames>
        </App>
      </ConfigProvider>
    </QueryClientProvider>
  );
}

function Frame() {
  const t = useT();
  const { pathname } = useLocation();
  const menu = useMenu();
  useRenewal(pathname, () => {
    menu.renew();
    void renewProfile();
  });
  const content = useTopOfPage(pathname);

  // The wall screen has no shell around it.
  if (pathname === '/wisdomscreen')
    return (
      <>
        <ServiceBanner />
        <PageGate {...menu} />
      </>
    );
  return (
    <>
      <a className={styles.skip} href="#page-content">
        {t('shell.skip_to_content')}
      </a>
      <ServiceBanner />
      <PlatformBanner />
      <WhatIsNew />
      <Header menu={menu.menu} />
      <div className={styles.body}>
        <SideMenu menu={menu.menu} />
        <div className={styles.page}>
          <VisitedTabs menu={menu.menu} />
          <main id="page-content" className={styles.content} tabIndex={-1} ref={content}>
            <Breadcrumb menu={menu.menu} />
            <PageGate {...menu} />
          </main>
        </div>
      </div>
    </>
  );
}

/** Scrolls to the top on each new page. */
function useTopOfPage(pathname: string) {
  const content = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each change of path
  useEffect(() => {
    content.current?.scrollTo(0, 0);
  }, [pathname]);
  return content;
}

/** Refreshes name, portrait and theme; keeps the current ones if the call fails. */
async function renewProfile(): Promise<void> {
  const profile = await send(signIn.me, {}, { shell: true }).catch(() => undefined);
  if (profile) renewed(profile);
}

/** Changes of the menu, the role's permissions or the theme appear at the next navigation. */
function useRenewal(pathname: string, renew: () => void): void {
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    renew();
  }, [pathname, renew]);
}
