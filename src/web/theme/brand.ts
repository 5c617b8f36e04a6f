import { useLayoutEffect } from 'react';

const dark = '#14222a';

/** Letters on an accent: white, or dark where white would not be read (WCAG's contrast of 4.5). */
export function lettersOn(accent: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(accent.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return 1.05 / (luminance + 0.05) >= 4.5 ? '#ffffff' : dark;
}

/** An accent that is written and not filled: lighter on dark ground, a little darker on light. */
export function asText(accent: string, onDark: boolean): string {
  const [towards, share] = onDark ? [255, 0.55] : [0, 0.2];
  const parts = [1, 3, 5].map((at) => {
    const part = Number.parseInt(accent.slice(at, at + 2), 16);
    return Math.round(part + (towards - part) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}

/** Puts a theme's accent into the product's own colours; `tokens.css` works the rest of them out. */
export function useBrand(accent: string | null | undefined): void {
  useLayoutEffect(() => {
    const { dataset, style } = document.documentElement;
    if (!accent) return;
    dataset.brand = 'own';
    style.setProperty('--brand', accent);
    style.setProperty('--on-brand', lettersOn(accent));
    return () => {
      delete dataset.brand;
    };
  }, [accent]);
}
