import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useMenu } from './useMenu.ts';

interface PageLinkProps {
  to: string;
  children: ReactNode;
  /** Shown to users who may not open the page; default: nothing. */
  otherwise?: ReactNode;
}

/** A link to a page that not every role may open. */
export function PageLink({ to, children, otherwise = null }: PageLinkProps) {
  const { menu } = useMenu();
  return menu?.permits(to.replace(/\?.*$/, '')) ? <Link to={to}>{children}</Link> : otherwise;
}
