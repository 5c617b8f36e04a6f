import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { usePlatformTitle } from '#web/api/face.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import styles from './public-page.module.css';
import { ServiceBanner } from './ServiceBanner.tsx';
import { LanguageSwitch, ThemeSwitch } from './Switches.tsx';

const queryClient = createQueryClient();

/** Frame of pages that need no sign-in: title, language and theme, without the shell. */
export function PublicPage({
  title,
  narrow,
  children,
}: {
  title: string;
  narrow?: true;
  children: ReactNode;
}) {
  const platform = usePlatformTitle();
  return (
    <QueryClientProvider client={queryClient}>
      <ServiceBanner />
      <div className={narrow ? styles.narrow : styles.page}>
        <header className={styles.head}>
          <div>
            <h1>{title}</h1>
            <p>{platform}</p>
          </div>
          <div className={styles.switches}>
            <LanguageSwitch />
            <ThemeSwitch />
          </div>
        </header>
        <main>{children}</main>
      </div>
    </QueryClientProvider>
  );
}
