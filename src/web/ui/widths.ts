/**
 * The three breakpoints in pixels, as inclusive upper bounds. Style sheets repeat them literally, as `@media
 * (max-width: 640px)`; a test ensures that there are no others.
 */
export const widths = {
  /** One column; tables become cards. */
  phone: 640,
  /** The menu is behind a button; nothing is beside the main content. */
  tablet: 1024,
  /** Full layout, with less space. */
  laptop: 1500,
} as const;
