import type { ReactNode } from 'react';

/** Inline icons: the icon set of the shell would outweigh the page. */
function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

export function EyeIcon() {
  return (
    <Icon>
      <path d="M2 10c2-3.6 4.7-5.4 8-5.4s6 1.8 8 5.4c-2 3.6-4.7 5.4-8 5.4S4 13.6 2 10z" />
      <circle cx="10" cy="10" r="2.5" />
    </Icon>
  );
}

export function EyeOffIcon() {
  return (
    <Icon>
      <path d="M4.8 6.2C3.7 7.1 2.8 8.4 2 10c2 3.6 4.7 5.4 8 5.4 1.4 0 2.7-.3 3.9-.9M8 4.8c.6-.1 1.3-.2 2-.2 3.3 0 6 1.8 8 5.4-.5 1-1.1 1.8-1.8 2.5M3 3l14 14" />
    </Icon>
  );
}

export function SunIcon() {
  return (
    <Icon>
      <circle cx="10" cy="10" r="3.3" />
      <path d="M10 2.5v1.7M10 15.8v1.7M2.5 10h1.7M15.8 10h1.7M4.7 4.7l1.2 1.2M14.1 14.1l1.2 1.2M15.3 4.7l-1.2 1.2M5.9 14.1l-1.2 1.2" />
    </Icon>
  );
}

export function MoonIcon() {
  return (
    <Icon>
      <path d="M16.5 11.9A6.8 6.8 0 0 1 8.1 3.5a6.8 6.8 0 1 0 8.4 8.4z" />
    </Icon>
  );
}

export function DoneIcon() {
  return (
    <Icon>
      <circle cx="10" cy="10" r="7.5" />
      <path d="m6.7 10.2 2.2 2.2 4.4-4.6" />
    </Icon>
  );
}
