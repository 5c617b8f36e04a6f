import { Component, type ReactNode } from 'react';
import { useT } from '#web/i18n.ts';
import { LoadError } from './lazy-page.tsx';
import { StateButton, StatePage } from './StatePage.tsx';

interface PageBoundaryProps {
  children: ReactNode;
  /** A change of the key, such as the path, clears the error. */
  resetKey: string;
  full?: boolean;
}

interface PageBoundaryState {
  error: unknown;
  failedAt: string | undefined;
}

/** Error boundary of one page. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { error: undefined, failedAt: undefined };

  static getDerivedStateFromError(error: unknown): Partial<PageBoundaryState> {
    return { error };
  }

  static getDerivedStateFromProps(
    { resetKey }: PageBoundaryProps,
    { error, failedAt }: PageBoundaryState,
  ): Partial<PageBoundaryState> | null {
    if (error === undefined) return { failedAt: resetKey };
    return failedAt === resetKey ? null : { error: undefined, failedAt: resetKey };
  }

  private readonly retry = () => {
    const { error } = this.state;
    if (error instanceof LoadError) error.forget();
    this.setState({ error: undefined });
  };

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return <PageFailure error={error} full={this.props.full} onRetry={this.retry} />;
  }
}

interface PageFailureProps {
  error: unknown;
  full?: boolean;
  onRetry(): void;
}

export function PageFailure({ error, full, onRetry }: PageFailureProps) {
  const t = useT();
  const notLoaded = error instanceof LoadError;
  return (
    <StatePage
      kind="error"
      full={full}
      title={notLoaded ? t('common.load_failed') : t('common.page_error')}
      hint={notLoaded ? t('common.load_error') : t('common.page_error_hint')}
    >
      <StateButton onClick={onRetry}>{t('common.retry')}</StateButton>
      <StateButton quiet onClick={() => window.location.reload()}>
        {t('login.reload')}
      </StateButton>
    </StatePage>
  );
}
