/**
 * The three widths at which pages change, in pixels: up to each they are made for that kind of screen. Style sheets
 * cannot import them and write them out, as `@media (max-width: 640px)`; a test holds that there are no others.
 */
export const widths = {
  /** One column; tables are cards. */
  phone: 640,
  /** The menu is behind a button, and nothing stands at the side of a page's main thing. */
  tablet: 1024,
  /** Everything is there, closer together. */
  laptop: 1500,
} as const;
